/** Web chats of the world's companies, and browsers of their visitors. */
import { randomBytes, randomUUID } from "node:crypto";
import type {
  ServerToVisitor,
  VisitorConversation,
  VisitorEventName,
  VisitorMessage,
  VisitorToServer,
} from "@parley/contract/visitors";
import { io, type Socket } from "socket.io-client";
import { onTestFinished, vi } from "vitest";
import type { World } from "../world.ts";
import { form } from "./form.ts";

export type WebChat = { channelid: string; key: string; identify_secret: string };

type House = "harbour" | "northwind";
const admins = { harbour: "ingrid", northwind: "freya" } as const;

export async function connectWebChat(
  world: World,
  {
    company = "harbour",
    ...body
  }: {
    company?: House;
    name?: string;
    origins?: string[];
    departments?: string[];
    departmentid?: string;
  } = {},
): Promise<WebChat> {
  const answer = await world.as(admins[company]).post("/channels/web/connect", { name: "Shop", ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
}

type Answer = Awaited<ReturnType<World["stranger"]["post"]>>;
export type Sent = { conversation: VisitorConversation; message: VisitorMessage };

/** A browser in which the frame of a web chat is open. */
export type VisitorBrowser = {
  token: string;
  key: string;
  remoteAddress: string;
  get(call: string): Promise<Answer>;
  post(call: string, body?: object): Promise<Answer>;
  /** Sends a text; throws the desk's refusal. */
  write(content: string, more?: object): Promise<Sent>;
  upload(name: string, content: Buffer): Promise<string>;
  postFile(name: string, content: Buffer, more?: object): Promise<Answer>;
  /** Sends a file with its message; throws the desk's refusal. */
  sendFile(name: string, content: Buffer, more?: object): Promise<Sent>;
};

let last = 0;

export function openVisitorBrowser(
  world: Pick<World, "stranger">,
  { key }: Pick<WebChat, "key">,
  token = `wv_${randomBytes(32).toString("base64url")}`,
  remoteAddress = `10.78.${++last >> 8}.${last & 255}`,
): VisitorBrowser {
  const headers = { authorization: `Visitor ${token}` };
  const path = (call: string) => `/visitor/${key}/${call}`;
  const browser: VisitorBrowser = {
    token,
    key,
    remoteAddress,
    get: (call) => world.stranger.get(path(call), { headers, remoteAddress }),
    post: (call, body = {}) => world.stranger.post(path(call), body, { headers, remoteAddress }),
    async write(content, more = {}) {
      const answer = await browser.post("send", {
        messageid: randomUUID(),
        conversation: null,
        type: "text",
        content,
        first: { language: "de-AT" },
        ...more,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json();
    },
    async postFile(name, content, more = {}) {
      const message = { messageid: randomUUID(), conversation: null, first: { language: "de-AT" }, ...more };
      const { payload, headers: type } = form({ message: JSON.stringify(message) }, { name, content });
      const options = { headers: { ...headers, ...type }, payload, remoteAddress };
      return world.stranger.post(path("send-file"), undefined, options);
    },
    async sendFile(name, content, more) {
      const answer = await browser.postFile(name, content, more);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json();
    },
    async upload(name, content) {
      const { payload, headers: type } = form({ messageid: randomUUID() }, { name, content });
      const answer = await world.stranger.post(path("upload"), undefined, {
        headers: { ...headers, ...type },
        payload,
        remoteAddress,
      });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().fileid;
    },
  };
  return browser;
}

type Payload<Name extends VisitorEventName> = Parameters<ServerToVisitor[Name]>[0];

/** A frame's live connection, or the refusal as an error. Closed when the test ends. */
export async function connectVisitor(
  url: string,
  auth: object | undefined,
  headers: Record<string, string> = { origin: url },
) {
  const socket: Socket<ServerToVisitor, VisitorToServer> = io(url, {
    path: "/visitor.io",
    forceNew: true,
    reconnection: false,
    transports: ["websocket"],
    extraHeaders: headers,
    ...(auth && { auth }),
  });
  onTestFinished(() => void socket.disconnect());
  const received: { event: string; payload: unknown }[] = [];
  socket.onAny((event: string, payload: unknown) => void received.push({ event, payload }));
  const cut = new Promise<string>((resolve) => socket.once("disconnect", resolve));
  await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("connect_error", reject));
  return {
    socket,
    cut,
    received,
    receives: <Name extends VisitorEventName>(
      event: Name,
      fits: (payload: Payload<Name>) => boolean = () => true,
    ) =>
      vi.waitFor(() => {
        const found = received.find((one) => one.event === event && fits(one.payload as Payload<Name>));
        if (!found) throw new Error(`No ${event} came, but ${JSON.stringify(received)}`);
        return found.payload as Payload<Name>;
      }, 5000),
  };
}
