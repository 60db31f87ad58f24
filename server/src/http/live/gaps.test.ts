import { createAdapter } from "@socket.io/redis-streams-adapter";
import { Redis } from "ioredis";
import { type Logger, pino } from "pino";
import { Server } from "socket.io";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RedisStandIn, startRedis } from "../../../../test/world/redis.ts";
import { type GapTimes, watchGaps } from "./gaps.ts";

const times: GapTimes = { beat: 20, silence: 120, gather: 40, apart: 10 };

type Process = {
  say(text: string): void;
  heard: string[];
  sendToOthers(text: string): void;
  signals: string[];
  doubts: () => number;
  logged: string[];
  end(how: "leaves" | "killed"): Promise<void>;
};

let redis: RedisStandIn;
let processes: Process[];
beforeEach(async () => {
  redis = await startRedis();
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.end("killed")));
  await redis.stop();
});

/** The parts of the stream that an adapter gets. */
type Received = {
  onMessage(message: { data?: { packet?: { data: string[] } } }, offset: string): void;
  close(): Promise<void> | void;
};

/** A process of the desk, reduced to its stream. */
function start(each: GapTimes = times): Process {
  const clients: Redis[] = [];
  const open = (maxRetriesPerRequest: number | null) => {
    const client = new Redis(redis.url, { protocol: 2, maxRetriesPerRequest });
    client.on("error", () => undefined);
    clients.push(client);
    return client;
  };
  const writer = open(1);
  writer.duplicate = () => open(null);
  const logged: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void logged.push(line) }) as Logger;
  let doubts = 0;
  const server = new Server();
  const signals: string[] = [];
  const watched = watchGaps(createAdapter(writer), {
    log,
    times: each,
    onDoubt() {
      doubts += 1;
    },
    onSignal: (text) => void signals.push(text),
  });
  server.adapter(watched.adapter);
  const heard: string[] = [];
  const adapter = server.of("/").adapter as unknown as Received;
  const take = adapter.onMessage.bind(adapter);
  adapter.onMessage = (message, offset) => {
    if (message.data?.packet) heard.push(message.data.packet.data[1] ?? "");
    take(message, offset);
  };
  let ended = false;
  const process: Process = {
    say: (text) => void server.emit("said", text),
    heard,
    sendToOthers: watched.sendToOthers,
    signals,
    doubts: () => doubts,
    logged,
    async end(how) {
      if (ended) return;
      ended = true;
      if (how === "leaves") await adapter.close();
      for (const client of clients) client.disconnect();
      if (how === "killed") await adapter.close();
    },
  };
  processes.push(process);
  return process;
}

/** Two processes that get each other's events; their doubts from the start do not count. */
async function pair() {
  const [here, there] = [start(), start()];
  await vi.waitFor(() => {
    there.say("hello");
    expect(here.heard).toContain("hello");
  });
  await settle();
  return { here, there, before: here.doubts() };
}

/** Waits some beats of every process. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 5 * times.beat));

test("no process doubts another without a fault", async () => {
  const { here, there, before } = await pair();
  for (let at = 0; at < 50; at += 1) there.say(`line ${at}`);
  await vi.waitFor(() => expect(here.heard).toContain("line 49"));
  await settle();
  expect(here.doubts()).toBe(before);
});

test("an event that is lost in transit is noticed with the next heartbeat", async () => {
  const { here, there, before } = await pair();
  redis.lose("on its way");
  there.say("on its way");
  await vi.waitFor(() => expect(here.doubts()).toBe(before + 1));
  expect(here.heard).not.toContain("on its way");
});

test("a signal reaches only the others, and a lost one is noticed", async () => {
  const { here, there, before } = await pair();
  there.sendToOthers("first");
  await vi.waitFor(() => expect(here.signals).toEqual(["first"]));
  expect(there.signals).toEqual([]);
  expect(here.doubts()).toBe(before);
  redis.lose("second");
  there.sendToOthers("second");
  await vi.waitFor(() => expect(here.doubts()).toBe(before + 1));
  expect(here.signals).toEqual(["first"]);
});

test("refused writes are logged seldom, and other processes expect a gap once writes work again", async () => {
  const { here, there, before } = await pair();
  redis.refuseWrites(true);
  for (let at = 0; at < 5; at += 1) there.say("refused");
  await vi.waitFor(() => expect(there.logged.join()).toContain("did not accept an event"));
  redis.refuseWrites(false);
  await vi.waitFor(() => expect(here.doubts()).toBeGreaterThan(before));
  expect(there.logged.join()).toContain("OOM");
});

test("a process that is killed is doubted, since its last events may be missing", async () => {
  const { here, there, before } = await pair();
  await there.end("killed");
  await vi.waitFor(() => expect(here.doubts()).toBe(before + 1));
  await settle();
  expect(here.doubts()).toBe(before + 1);
});

test("a process that stops in order is not doubted", async () => {
  const { here, there, before } = await pair();
  await there.end("leaves");
  await new Promise((resolve) => setTimeout(resolve, 2 * times.silence));
  expect(here.doubts()).toBe(before);
});

test("the other processes are doubted after Redis was away and lost everything", async () => {
  const { here, there, before } = await pair();
  await redis.stop();
  there.say("while it was away");
  await vi.waitFor(() => expect(there.logged.join()).toContain("did not accept an event"));
  await redis.start();
  await vi.waitFor(() => expect(here.doubts()).toBeGreaterThan(before));
});

test("processes that come back one after the other cause one reconnection", async () => {
  const longApart = { ...times, apart: 600 };
  const here = start(longApart);
  const others = [start(), start(), start()];
  await vi.waitFor(() => {
    for (const other of others) other.say(`from ${others.indexOf(other)}`);
    expect(here.heard).toEqual(expect.arrayContaining(["from 0", "from 1", "from 2"]));
  });
  redis.refuseWrites(true);
  await new Promise((resolve) => setTimeout(resolve, times.silence + longApart.apart + 100));
  const before = here.doubts();
  redis.refuseWrites(false);
  await vi.waitFor(() => expect(here.doubts()).toBe(before + 1));
  await new Promise((resolve) => setTimeout(resolve, longApart.apart + 100));
  expect(here.doubts()).toBe(before + 1);
});
