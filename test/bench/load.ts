/**
 * The load, in a process of its own: posts numbered messages and hears them come back. Reads its task as JSON from the
 * environment, writes what it measured as JSON.
 */
import { setTimeout as wait } from "node:timers/promises";
import { io } from "socket.io-client";
import { Agent, request } from "undici";
import { WebSocket } from "ws";

export type LoadTask = {
  url: string;
  headers: Record<string, string>;
  /** Bodies by number; `#` stands for it. */
  template: string;
  chats: number;
  viewer: { kind: "ws"; url: string } | { kind: "socket.io"; url: string; cookie: string };
  /** So many a second, or so many at once. */
  pace: { perSecond: number } | { atOnce: number };
  seconds: number;
  /** The number before the first, so that two runs share none. */
  after?: number;
};
export type LoadReport = {
  sent: number;
  heard: number;
  refused: number;
  perSecond: number;
  latencies: number[];
};

const task = JSON.parse(process.env.LOAD_TASK ?? "{}") as LoadTask;
const sentAt = new Map<number, number>();
const latencies: number[] = [];
let refused = 0;
let number = task.after ?? 0;
const first = number;
const agent = new Agent({ connections: 64, pipelining: 1 });

const hear = (text: string) => {
  const heard = Number(/bench-(\d+)-/.exec(text)?.[1]);
  const from = sentAt.get(heard);
  if (from === undefined) return;
  sentAt.delete(heard);
  latencies.push(performance.now() - from);
};
const close = await listen();

const startedAt = performance.now();
const running = new Set<Promise<void>>();
if ("perSecond" in task.pace) await openLoop(task.pace.perSecond);
else await Promise.all(Array.from({ length: task.pace.atOnce }, closedLoop));
await Promise.all(running);
const took = (performance.now() - startedAt) / 1000;
for (let tries = 0; tries < 100 && sentAt.size > 0; tries++) await wait(50);
const report: LoadReport = {
  sent: number - first,
  heard: latencies.length,
  refused,
  perSecond: (number - first) / took,
  latencies: latencies.slice(Math.floor(latencies.length * 0.1)),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
close();
await agent.close();

async function openLoop(perSecond: number) {
  const total = perSecond * task.seconds;
  while (number - first < total) {
    const due = first + Math.min(total, Math.ceil(((performance.now() - startedAt) / 1000) * perSecond));
    while (number < due) {
      const one = post();
      running.add(one);
      void one.finally(() => running.delete(one));
    }
    await wait(2);
  }
}

async function closedLoop() {
  while ((performance.now() - startedAt) / 1000 < task.seconds) await post();
}

async function post() {
  const mine = ++number;
  const chat = mine % task.chats;
  const body = task.template.replaceAll("#chat", String(700_000 + chat)).replaceAll("#", String(mine));
  sentAt.set(mine, performance.now());
  const { statusCode, body: answer } = await request(task.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...task.headers },
    body,
    dispatcher: agent,
  });
  await answer.dump();
  if (statusCode !== 200) refused++;
}

async function listen(): Promise<() => void> {
  const { viewer } = task;
  if (viewer.kind === "ws") {
    const socket = new WebSocket(viewer.url);
    socket.on("message", (data) => hear(String(data)));
    await new Promise((open) => socket.once("open", open));
    return () => socket.close();
  }
  const socket = io(viewer.url, {
    transports: ["websocket"],
    extraHeaders: { cookie: viewer.cookie, origin: viewer.url },
  });
  socket.on("newMessage", ({ content }: { content: string }) => hear(content));
  await new Promise<void>((open, fail) => {
    socket.once("connect", open);
    socket.once("connect_error", fail);
  });
  return () => socket.close();
}
