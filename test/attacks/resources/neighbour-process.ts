/**
 * The neighbour's process: agents who each make so many calls a second and wait for each answer. A stall of the desk
 * shows in the next call of every agent.
 */
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { pause } from "./pace.ts";

/** `failures`: the statuses of failed calls, without repeats. */
export type Latencies = { times: number[]; failed: number; failures: number[] };
type Worker = { cookie: string; ticketid: string };
export type Asked = { begin: { url: string; workers: Worker[] } } | { start: number } | { stop: true };

const timeout = 20_000;
const warmUp = 60;

let url = "";
let workers: Worker[] = [];
let enough = false;
const agent = new Agent({ keepAlive: true });

process.on("message", (asked: Asked) => {
  if ("begin" in asked) ({ url, workers } = asked.begin);
  else if ("start" in asked) void measure(asked.start);
  else enough = true;
});
// The parent has ended, or no longer needs this process.
process.on("disconnect", () => process.exit(0));

let isWarm = false;

async function measure(samples: number): Promise<void> {
  enough = false;
  if (!isWarm) {
    isWarm = true;
    await work((made) => made < warmUp);
  }
  process.send?.(await work((made) => made < samples || !enough));
}

async function work(more: (made: number) => boolean): Promise<Latencies> {
  const times: number[] = [];
  const failures: number[] = [];
  let made = 0;
  await Promise.all(
    workers.map(async (worker, at) => {
      await wait((at * pause) / workers.length);
      for (let step = at; more(made); step += 1) {
        made += 1;
        const { status, milliseconds } = await call(worker, step);
        times.push(milliseconds);
        if (status !== 200) failures.push(status);
        await wait(Math.max(0, pause - milliseconds));
      }
    }),
  );
  return { times, failed: failures.length, failures: [...new Set(failures)] };
}

/** The fixed mix of an agent at work: mostly reading, sometimes writing. */
function call({ cookie, ticketid }: Worker, step: number): Promise<{ status: number; milliseconds: number }> {
  const paths = ["/tickets", `/${ticketid}/1/chat`, "/auth/validate", "/notifications", "/auth/agents"];
  const path = paths[step % 7];
  if (path) return timed("GET", path, cookie);
  if (step % 7 === 5)
    return timed("POST", "/save-draft", cookie, { ticketid, content: `Dear client ${step}` });
  return timed("POST", "/send-message", cookie, { ticketid, content: `Your parcel is on its way ${step}` });
}

function timed(method: string, path: string, cookie: string, body?: object) {
  const { hostname, port } = new URL(url);
  const payload = body && JSON.stringify(body);
  const headers = {
    cookie,
    origin: url,
    ...(payload && { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
  };
  const startedAt = performance.now();
  return new Promise<{ status: number; milliseconds: number }>((resolve) => {
    const end = (status: number) => resolve({ status, milliseconds: performance.now() - startedAt });
    const sending = request({ hostname, port, method, path, headers, agent, timeout }, (answer) => {
      answer.resume().on("end", () => end(answer.statusCode ?? 0));
      answer.on("error", () => end(0));
    });
    sending.on("error", () => end(0));
    sending.on("timeout", () => sending.destroy());
    sending.end(payload);
  });
}
