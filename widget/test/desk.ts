/**
 * A desk that a test scripts: it answers the visitor's calls from memory, so that each state of the chat can be made at
 * will.
 */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type {
  ServerToVisitor,
  VisitorConversation,
  VisitorMessage,
  VisitorSend,
  VisitorToServer,
} from "@parley/contract/visitors";
import type { WidgetFrame } from "@parley/contract/widget";
import { Server } from "socket.io";

/** The fields of all calls. */
type Body = Record<
  "conversation" | "messageid" | "content" | "reaction" | "email" | "language" | "before",
  string
> & {
  seq: number;
  stars: number;
  first?: object;
};

const dist = join(import.meta.dirname, "../dist");
const key = "wk_test";

export const settings: WidgetFrame = {
  key,
  name: "Harbour Travel",
  colour: "#0b6e75",
  on_colour: "#ffffff",
  side: "right",
  theme: "system",
  language: null,
  company: "Harbour Travel",
  language_chosen: "en",
  languages: ["en"],
  texts: { title: "", greeting: "", intro: "" },
  asks: { name: "no", email: "no", topic: "no" },
  departments: [],
  page: false,
  sound: true,
  privacy: null,
  others: [],
  faces: [],
  hours: { open: true, opens: null, time_zone: "UTC" },
  reply_minutes: 4,
  limits: {
    text: 4_000,
    caption: 1_024,
    upload: { image: 5_000_000, video: 5_000_000, audio: 5_000_000, document: 5_000_000 },
  },
  version: "1",
};

export async function startDesk(overrides: Partial<WidgetFrame> = {}) {
  const state = {
    settings: { ...settings, ...overrides },
    visitor: { name: "Visitor 8213", email: null as string | null, identified: false },
    tokens: new Set<string>(),
    conversations: [] as VisitorConversation[],
    messages: [] as VisitorMessage[],
    /** Every call: path, token and body. */
    calls: [] as { path: string; token: string | null; body: unknown }[],
    /** Answers for a path that replace the usual ones. */
    refuse: new Map<string, { status: number; code: string }>(),
    /** Uploads wait for this promise. */
    uploadHeld: null as Promise<void> | null,
    /** The number of file requests whose connection was cut before their answer. */
    uploadsCut: 0,
    /** Answers to messages wait for this promise. */
    sendHeld: null as Promise<void> | null,
    /** The answer of `me` waits for this promise, with the state at the request. */
    meHeld: null as Promise<void> | null,
    seen: [] as { conversation: string; seq: number }[],
    /** True to refuse live connections, like a desk that cannot look the token up. */
    refuseLive: false,
    refusedLive: 0,
    /** Requests for live connections wait for this promise. */
    liveHeld: null as Promise<void> | null,
    heldLive: 0,
  };
  const server = createServer((request, response) => void answer(request, response));
  const io = new Server<VisitorToServer, ServerToVisitor>(server, {
    path: "/visitor.io",
    async allowRequest(_, answerRequest) {
      if (state.liveHeld) state.heldLive++;
      await state.liveHeld;
      answerRequest(null, true);
    },
  });
  io.use((socket, next) => {
    const known = state.tokens.has(socket.handshake.auth.token) && !state.refuseLive;
    if (state.refuseLive) state.refusedLive++;
    next(known ? undefined : new Error("signed_out"));
  });
  io.on("connection", (socket) => {
    socket.on("seen", ({ conversation, seq }, ack) => {
      read(conversation, seq);
      ack({ ok: true });
    });
    socket.on("typing", (_, ack) => ack({ ok: true }));
    socket.on("delivered", (_, ack) => ack({ ok: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    };
    if (pathname.startsWith("/chat/look/")) {
      const found = pathname.endsWith(`/${key}`);
      return send(found ? 200 : 404, found ? state.settings : {}, { "access-control-allow-origin": "*" });
    }
    if (pathname.startsWith("/chat")) return send(...page(pathname));
    if (!pathname.startsWith(`/visitor/${key}/`)) return send(404, {});
    const path = pathname.slice(`/visitor/${key}/`.length);
    const token = /^Visitor (wv_[\w-]{43})$/.exec(request.headers.authorization ?? "")?.[1] ?? null;
    const raw = await bodyOf(request);
    const isJson = request.headers["content-type"] === "application/json";
    const body = isJson ? JSON.parse(raw.toString()) : (messageOf(raw) ?? Object.fromEntries(searchParams));
    state.calls.push({ path, token, body });
    const refusal = state.refuse.get(path);
    if (refusal) return send(refusal.status, { code: refusal.code, message: refusal.code });
    response.once("close", () => {
      if (path === "send-file" && !response.writableEnded) state.uploadsCut += 1;
    });
    if (path === "send-file") await state.uploadHeld;
    // A visitor who cancels cuts the connection, and the desk stores nothing.
    if (response.destroyed) return;
    const answered = call(path, token, body);
    if (path === "me") await state.meHeld;
    if (path === "send") await state.sendHeld;
    send(...answered);
  }

  function call(path: string, token: string | null, body: Body): [number, unknown] {
    if (path === "settings") return [200, { ...state.settings, language_chosen: body.language ?? "en" }];
    const begins = path.startsWith("send") ? body.first : ["identify", "return"].includes(path);
    if (!token || (!state.tokens.has(token) && !begins)) return [401, { code: "signed_out", message: "" }];
    state.tokens.add(token);
    switch (path) {
      case "me":
        return [200, { visitor: state.visitor, conversations: state.conversations }];
      case "messages": {
        const of = state.messages.filter(({ conversation }) => conversation === body.conversation);
        const before = of.filter(({ seq }) => !body.before || seq < Number(body.before));
        return [200, { messages: before.slice(-50), more: before.length > 50 }];
      }
      case "send":
        return [200, receive(body as unknown as VisitorSend)];
      case "edit":
        return [200, { message: update(body.messageid, { content: body.content, edited_on: now() }) }];
      case "delete":
        return [200, { message: update(body.messageid, { type: "deleted", content: "" }) }];
      case "react":
        return [200, { message: update(body.messageid, { reaction: body.reaction }) }];
      case "rate":
        return [200, { conversation: updateConversation(body.conversation, { rating: body.stars }) }];
      case "email":
        state.visitor.email = body.email;
        return [200, { visitor: state.visitor }];
      case "identify":
        Object.assign(state.visitor, { name: "Aylin Kaya", identified: true });
        return [200, { visitor: state.visitor }];
      case "send-file":
        return [200, receive({ ...(body as unknown as VisitorSend), type: "file" })];
      case "seen":
        read(body.conversation, body.seq);
        return [200, {}];
      default:
        if (path === "sign-out") state.tokens.delete(token);
        return [200, {}];
    }
  }

  /** A repeated send is one message. */
  function receive({ messageid, conversation: id, type, content = "", caption, reply_to }: VisitorSend) {
    const known = state.messages.find((one) => one.messageid === messageid);
    const conversation = find(known?.conversation ?? id ?? state.conversations[0]?.id) ?? begin();
    if (known) return { conversation, message: known };
    const quoted = state.messages.find((one) => one.messageid === reply_to);
    return put(conversation.id, {
      messageid,
      mine: true,
      type: type === "file" ? "document" : "text",
      content,
      caption: caption ?? null,
      file: type === "file" ? sampleFile : null,
      reply_to: quoted
        ? { messageid: quoted.messageid, mine: quoted.mine, type: quoted.type, excerpt: quoted.content }
        : null,
    });
  }

  function begin(overrides: Partial<VisitorConversation> = {}): VisitorConversation {
    const made: VisitorConversation = {
      id: crypto.randomUUID(),
      state: "accepted",
      agent: { name: "Mira Halvorsen", avatar: null, online: true },
      created_on: now(),
      closed_on: null,
      rating: null,
      can_rate: false,
      reopens_until: null,
      last: null,
      unread: 0,
      seq: 0,
      seen: { delivered: 0, read: 0 },
      ...overrides,
    };
    state.conversations.unshift(made);
    return made;
  }

  function put(id: string, message: Partial<VisitorMessage>) {
    const conversation = find(id);
    if (!conversation) throw new Error("no such conversation");
    const made: VisitorMessage = {
      messageid: crypto.randomUUID(),
      conversation: id,
      seq: conversation.seq + 1,
      mine: false,
      author: message.mine ? null : "Mira",
      avatar: null,
      type: "text",
      content: "",
      caption: null,
      created_on: now(),
      edited_on: null,
      automatic: false,
      file: null,
      reply_to: null,
      reaction: null,
      agent_reaction: null,
      ...message,
    };
    state.messages.push(made);
    const { mine, type, content, created_on, author } = made;
    Object.assign(conversation, {
      seq: made.seq,
      unread: conversation.unread + (mine ? 0 : 1),
      last: { mine, type, excerpt: content, created_on, author },
    });
    io.emit("message", { conversation, message: made });
    return { conversation, message: made };
  }

  function update(messageid: string, patch: Partial<VisitorMessage>): VisitorMessage {
    const message = state.messages.find((one) => one.messageid === messageid);
    const conversation = find(message?.conversation);
    if (!message || !conversation) throw new Error("no such message");
    Object.assign(message, patch);
    io.emit("messageChanged", { conversation, message });
    return message;
  }

  function updateConversation(id: string, patch: Partial<VisitorConversation>): VisitorConversation {
    const conversation = find(id);
    if (!conversation) throw new Error("no such conversation");
    Object.assign(conversation, patch);
    io.emit("conversation", conversation);
    return conversation;
  }

  function read(id: string, seq: number) {
    state.seen.push({ conversation: id, seq });
    updateConversation(id, { unread: 0 });
  }

  function find(id: string | null | undefined): VisitorConversation | undefined {
    return state.conversations.find((one) => one.id === id);
  }

  return {
    state,
    origin,
    key,
    frame: `${origin}/chat/frame/${key}`,
    begin,
    say: (id: string, content: string, more: Partial<VisitorMessage> = {}) => put(id, { content, ...more }),
    update,
    updateConversation,
    dropLive: () => io.disconnectSockets(),
    liveConnections: () => io.of("/").sockets.size,
    typing: (conversation: string) => io.emit("typing", { conversation, name: "Mira" }),
    callsOf: (path: string) => state.calls.filter((one) => one.path === path),
    async stop() {
      await io.close();
      server.closeAllConnections();
    },
  };
}

function page(pathname: string): [number, Buffer | string, Record<string, string>] {
  const name = pathname.startsWith("/chat/frame/")
    ? "frame.html"
    : pathname.replace(/^\/chat(\/|(?=\.js))/, "");
  const file = join(dist, name === ".js" ? "chat.js" : name);
  if (name.includes("..") || !existsSync(file)) return [404, "", {}];
  const type =
    { html: "text/html", js: "text/javascript", css: "text/css" }[name.split(".").pop() ?? ""] ?? "";
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self' ws:";
  return [
    200,
    readFileSync(file),
    {
      "content-type": type,
      "cross-origin-resource-policy": "cross-origin",
      ...(type === "text/html" && { "content-security-policy": policy }),
    },
  ];
}

export const sampleFile = {
  name: "ticket.pdf",
  size: 12_345,
  type: "application/pdf",
  url: "/file",
  thumbnail: null,
  width: null,
  height: null,
  duration: null,
  placeholder: false,
};

function now(): string {
  return new Date().toISOString();
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The field of a form that comes with a file. */
function messageOf(form: Buffer): unknown {
  const field = /name="message"\r\n\r\n(.*)\r\n/.exec(form.toString("latin1"))?.[1];
  return field && JSON.parse(Buffer.from(field, "latin1").toString());
}
