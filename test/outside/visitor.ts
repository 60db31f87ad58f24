/** The browser of a web chat's visitor, with the frame's calls over HTTP, and the live connection. */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type {
  ServerToVisitor,
  VisitorConversation,
  VisitorMessage,
  VisitorToServer,
} from "@parley/contract/visitors";
import { io, type Socket } from "socket.io-client";

type Sent = { conversation: VisitorConversation; message: VisitorMessage };
/** Null status: no answer came. */
type Answered = { status: number | null; body: unknown };

export type VisitorBrowser = {
  /** The calls never throw for the effect of a fault. */
  call(path: string, body?: object): Promise<Answered>;
  /** Repeats the same message until the desk has answered, as the frame's outbox does. */
  send(text: string, messageid?: string): Promise<Sent>;
  connect(): Socket<ServerToVisitor, VisitorToServer>;
};

const timeout = 15_000;
/** Milliseconds; a restart of the desk takes less. */
const patience = 60_000;

export function openVisitor(url: string, key: string): VisitorBrowser {
  const token = `wv_${randomBytes(32).toString("base64url")}`;
  const headers = { authorization: `Visitor ${token}` };
  const browser: VisitorBrowser = {
    async call(path, body) {
      try {
        const answer = await fetch(`${url}/visitor/${key}/${path}`, {
          method: body ? "POST" : "GET",
          headers: { ...headers, ...(body && { "content-type": "application/json" }) },
          body: body ? JSON.stringify(body) : null,
          signal: AbortSignal.timeout(timeout),
        });
        return { status: answer.status, body: await answer.json() };
      } catch (error) {
        return { status: null, body: String((error as Error).cause ?? error) };
      }
    },
    async send(content, messageid = randomUUID()) {
      const message = { messageid, conversation: null, type: "text", content, first: { language: "en" } };
      for (const startedAt = Date.now(); ; await wait(50)) {
        const { status, body } = await browser.call("send", message);
        if (status === 200) return body as Sent;
        const again = status === null || status >= 500 || status === 429;
        if (!again || Date.now() - startedAt > patience)
          throw new Error(`A visitor's message was answered with ${status}: ${JSON.stringify(body)}`);
      }
    },
    connect: () =>
      io(url, {
        path: "/visitor.io",
        auth: { key, token },
        transports: ["websocket"],
        forceNew: true,
        extraHeaders: { origin: url },
        reconnectionDelay: 100,
        reconnectionDelayMax: 500,
      }),
  };
  return browser;
}
