/** Measures visitors of a web chat: their messages to an agent's frame, and the cost of a crowd of them for agents. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { io, type Socket } from "socket.io-client";
import { type Measured, type Plan, run, type Target } from "./measure.ts";
import { post } from "./post.ts";
import { type DeskAddress, listenAsAgent, openDesk } from "./targets.ts";

/** Known visitors of one web chat. */
export type Crowd = { url: string; key: string; tokens: string[] };
export type VisitorsAddress = Crowd & { kind: "visitors"; cookie: string };
export type Beside = { agents: DeskAddress; crowd: Crowd; writing: number; plan: Plan };
export type MeasuredBeside = { connected: number; before: Measured; during: Measured };

/** Each writes from its own network: the bench measures the desk, not its limits for one address. */
const networkOf = (visitor: number) => `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;

const write = ({ url, key, tokens }: Crowd, visitor: number, content: string): Promise<number> =>
  post(
    `${url}/visitor/${key}/send`,
    { messageid: randomUUID(), conversation: null, type: "text", content },
    { authorization: `Visitor ${tokens[visitor]}`, "x-forwarded-for": networkOf(visitor) },
  );

export async function openVisitors({ cookie, ...crowd }: VisitorsAddress): Promise<Target> {
  const { onText, close } = await listenAsAgent(crowd.url, cookie);
  return { send: (text, ticket) => write(crowd, ticket, text), onText, close };
}

/** Agents' times alone, and while all are connected and some of them write every two seconds. */
export async function measureBeside({ agents, crowd, writing, plan }: Beside): Promise<MeasuredBeside> {
  const target = await openDesk(agents);
  const before = await run(target, plan);
  const sockets = await connectAll(crowd);
  const over = new AbortController();
  const { signal } = over;
  // It ends at once when it is over.
  const rest = (milliseconds: number) => wait(milliseconds, undefined, { signal }).catch(() => undefined);
  const writers = Array.from({ length: writing }, async (_, visitor) => {
    await rest((visitor * pause) / writing);
    while (!signal.aborted) {
      await write(crowd, visitor, `visitor ${visitor} writes`);
      await rest(pause);
    }
  });
  const during = await run(target, plan);
  over.abort();
  const connected = sockets.filter((socket) => socket.connected).length;
  for (const socket of sockets) socket.disconnect();
  await Promise.all(writers);
  await target.close();
  return { connected, before, during };
}

/** Milliseconds. */
const pause = 2_000;
const patience = 5_000;
const atOnce = 50;

/** It resolves when it failed, too: a connection that is closed before it is let in sends nothing. */
function connected(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    socket.once("connect", done).once("connect_error", done);
  });
}

async function connectAll({ url, key, tokens }: Crowd): Promise<Socket[]> {
  const sockets: Socket[] = [];
  let next = 0;
  const connect = async () => {
    while (next < tokens.length) {
      const visitor = next++;
      const socket = io(url, {
        path: "/visitor.io",
        auth: { key, token: tokens[visitor] },
        transports: ["websocket"],
        forceNew: true,
        reconnection: false,
        extraHeaders: { origin: url, "x-forwarded-for": networkOf(visitor) },
      });
      sockets.push(socket);
      await connected(socket);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, connect));
  return sockets;
}
