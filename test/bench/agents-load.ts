/**
 * Agents with a live connection each, that behave like their consoles: they reconnect by themselves, fetch everything
 * on screen again, and act now and then. The protocol is hand-made (engine.io 4, socket.io 5), so that two thousand fit
 * in one process.
 */
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import WebSocket from "ws";
import { type Spread, spreadOf } from "./measure.ts";
import { post } from "./post.ts";

export type AgentLoad = {
  url: string;
  agents: { cookie: string; ticket: string }[];
};
export type AgentOrder =
  /** `presence`: it waits until no more frames of presence come, and returns their number. */
  | { act: "open"; load: AgentLoad; refetch: boolean; presence: boolean }
  | { act: "work"; seconds: number; pause: number }
  /**
   * Resolves when each agent has lost its connection since `open` or the last `return`, has reconnected and fetched
   * everything.
   */
  | { act: "return" }
  | { act: "close" };
export type Worked = Spread & { mean: number; sent: number; refused: number };
/** Agents who are still away after `patience`. */
export type Returned = { away: number };
export type Opened = { milliseconds: number; presenceFrames: number };

/** Milliseconds between tries to connect, equal to the console's (`console/src/api/events.ts`). */
const firstDelay = 500;
const longestDelay = 3_000;
/** Milliseconds before a failed call is repeated. */
const repeatDelay = 1_000;
const patience = 120_000;
const atOnce = 100;
/** The kept-open connections of all agents. */
const connections = 2_000;
/** Every browser connects so. */
const accepts = { "accept-encoding": "gzip" };

type Agent = { socket: WebSocket | null; returns: number; isBack: boolean };

let load: AgentLoad | undefined;
let pool: Pool | undefined;
let agents: Agent[] = [];
let presenceFrames = 0;
/** The wanted number of connected agents. */
let wanted = 0;
let closed = true;

export function carryOutAgents(order: AgentOrder): Promise<unknown> {
  switch (order.act) {
    case "open":
      return open(order.load, order.refetch, order.presence);
    case "work":
      return work(order.seconds, order.pause);
    case "return":
      return untilBack();
    case "close":
      return close();
  }
}

async function open(given: AgentLoad, refetch: boolean, presence: boolean): Promise<Opened> {
  load = given;
  await pool?.destroy();
  pool = new Pool(given.url, { connections });
  closed = false;
  presenceFrames = 0;
  wanted = 1;
  agents = given.agents.map(() => ({ socket: null, returns: 0, isBack: false }));
  const startedAt = performance.now();
  let next = 0;
  const connectSome = async () => {
    for (let at = next++; at < agents.length; at = next++) await connect(at, refetch);
  };
  await Promise.all(Array.from({ length: atOnce }, connectSome));
  const milliseconds = performance.now() - startedAt;
  // Presence is published once a second.
  for (let known = -1; presence && known !== presenceFrames; await wait(1_200)) known = presenceFrames;
  return { milliseconds, presenceFrames };
}

/** Resolves when the agent is let in, and has fetched everything if wanted. */
async function connect(at: number, refetch: boolean): Promise<void> {
  const { url } = surely(load);
  const { cookie } = surely(surely(load).agents[at]);
  const agent = surely(agents[at]);
  for (let tries = 0; !closed; tries += 1) {
    const socket = new WebSocket(`${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`, {
      headers: { cookie, origin: url },
      perMessageDeflate: false,
    });
    agent.socket = socket;
    if (await isLetIn(socket)) {
      socket.once("close", () => {
        agent.isBack = false;
        if (!closed) void connect(at, true);
      });
      if (refetch) await fetchAll(at);
      agent.isBack = true;
      agent.returns += 1;
      return;
    }
    socket.terminate();
    await wait(Math.min(longestDelay, firstDelay * 2 ** tries) * (0.5 + Math.random()));
  }
}

function isLetIn(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.on("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.on("message", (data) => {
      const frame = String(data);
      if (frame.startsWith("0")) socket.send("40");
      else if (frame === "2") socket.send("3");
      else if (frame.startsWith("40")) resolve(true);
      else if (/^42\["user(Login|Logout)"/.test(frame)) presenceFrames += 1;
    });
  });
}

/**
 * Fetches everything that a console with an open conversation shows. A failed call is repeated, as the console does.
 */
async function fetchAll(at: number): Promise<void> {
  const { cookie, ticket } = surely(surely(load).agents[at]);
  const paths = [
    // All at once rather than the first sixty: a hundred are on screen.
    "/tickets",
    `/tickets/${ticket}`,
    `/${ticket}/1/chat`,
    `/${ticket}/get-pinned-msg`,
    "/private-chats",
    "/drafts",
    "/auth/agents",
  ];
  await Promise.all(
    paths.map(async (path) => {
      while (!closed) {
        const status = await get(path, cookie).catch(() => 0);
        if (status === 200) return;
        if (status >= 400 && status < 500 && status !== 429)
          throw new Error(`${path} was answered with ${status}`);
        await wait(repeatDelay * (0.5 + Math.random()));
      }
    }),
  );
}

/**
 * The status, once the whole answer has arrived: at less than half the processor time of `node:http`, since the desk
 * shares the processor.
 */
function get(path: string, cookie: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let status = 0;
  surely(pool).dispatch(
    { method: "GET", path, headers: { cookie, ...accepts } },
    {
      onRequestStart() {},
      onResponseStart(_controller, given) {
        status = given;
      },
      onResponseData() {},
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => reject(error),
    },
  );
  return promise;
}

/** Every agent acts once in each pause: of five actions one is a reply, the others read. */
async function work(seconds: number, pause: number): Promise<Worked> {
  const { url, agents: all } = surely(load);
  const durations: number[] = [];
  let refused = 0;
  const act = async (at: number, round: number) => {
    const { cookie, ticket } = surely(all[at]);
    const startedAt = performance.now();
    const status = await ((at + round) % 5 === 0
      ? post(
          `${url}/send-message`,
          { ticketid: ticket, content: `reply ${at} ${round}` },
          { cookie, origin: url },
        )
      : get(read(at + round, ticket), cookie)
    ).catch(() => 0);
    durations.push(performance.now() - startedAt);
    if (status !== 200) refused += 1;
  };
  const each = all.map(async (_agent, at) => {
    await wait((at * pause) / all.length);
    for (let round = 0, since = performance.now(); round * pause < seconds * 1000; round += 1) {
      await act(at, round);
      await wait(Math.max(0, since + (round + 1) * pause - performance.now()));
    }
  });
  await Promise.all(each);
  const mean = durations.reduce((sum, one) => sum + one, 0) / durations.length;
  return { ...spreadOf(durations), mean, sent: durations.length, refused };
}

function read(turn: number, ticket: string): string {
  const paths = [`/${ticket}/1/chat`, "/tickets?limit=60", `/tickets/${ticket}`, "/0/closed-tickets"];
  return paths[turn % paths.length] ?? "";
}

async function untilBack(): Promise<Returned> {
  wanted += 1;
  const startedAt = performance.now();
  for (;;) {
    const away = agents.filter(({ isBack, returns }) => !isBack || returns < wanted).length;
    const milliseconds = performance.now() - startedAt;
    if (away === 0 || milliseconds > patience) return { away };
    await wait(20);
  }
}

async function close(): Promise<void> {
  closed = true;
  for (const { socket } of agents) socket?.terminate();
  agents = [];
}

function surely<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("No agents are open");
  return value;
}
