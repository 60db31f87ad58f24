import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectSocket, type Line, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { type RedisStandIn, startRedis } from "../../../../test/world/redis.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { endSessions, hashOf, startSession } from "../../sign-in/session/session.ts";
import { createLive, type Live } from "./publish.ts";

let redis: RedisStandIn;
let world: World;
let here: Awaited<ReturnType<typeof startLive>>;
/** The live server of another process: it has no sockets of its own, but publishes. */
let elsewhere: Live;
const logged: string[] = [];
beforeAll(async () => {
  redis = await startRedis();
  world = await createWorld({ env: { REDIS_URL: redis.url } });
  here = await startLive(world);
  elsewhere = await createLive(
    { redisUrl: redis.url },
    pino({ level: "warn" }, { write: (line) => void logged.push(line) }),
  );
});
afterAll(async () => {
  await elsewhere.close();
  await here.close();
  await world.close();
  await redis.stop();
});

const line = async (name: AgentName) =>
  connectSocket(here.url, {
    origin: world.context.config.consoleOrigin,
    cookie: await world.as(name).cookie(),
  });
const publish = (live: Live, ticketid: string) =>
  live.publish([
    { event: "removeTicket", payload: { ticketid }, rooms: [rooms.company(world.companies.harbour.id)] },
  ]);
/** A reader gets events published after its first read, which takes a moment. */
const receivesFromElsewhere = ({ received }: Line) =>
  vi.waitFor(() => {
    publish(elsewhere, "from elsewhere");
    expect(received.some(({ event }) => event === "removeTicket")).toBe(true);
  });
const about = (ticketid: string) => (payload: { ticketid: string }) => payload.ticketid === ticketid;

test("another process's events reach the permitted sockets, once; a process's own are not doubled", async () => {
  const [mira, omar] = [await line("mira"), await line("omar")];
  await receivesFromElsewhere(mira);
  publish(world.context.live, "own");
  publish(elsewhere, "theirs");
  await mira.receives("removeTicket", about("theirs"));
  const ids = mira.received.map(({ payload }) => (payload as { ticketid: string }).ticketid);
  expect(ids.filter((id) => id === "own")).toHaveLength(1);
  expect(ids.filter((id) => id === "theirs")).toHaveLength(1);
  expect(omar.received.some(({ event }) => event === "removeTicket")).toBe(false);
});

test("a session that another process ends is disconnected", async () => {
  const token = await world.work("jonas", (scope) => startSession(scope, { userAgent: "", address: "" }));
  const tab = await connectSocket(here.url, {
    origin: world.context.config.consoleOrigin,
    cookie: `parley=${token}`,
  });
  await world.work("jonas", (scope) => endSessions({ live: elsewhere }, scope, { tokenHash: hashOf(token) }));
  await tab.receives("sessionEnded");
  await tab.cut;
});

test("events reach sockets of the process without Redis; when it is back, sockets reconnect to fetch what they missed", async () => {
  const mira = await line("mira");
  await redis.stop();
  publish(world.context.live, "while away");
  await mira.receives("removeTicket", about("while away"));
  publish(elsewhere, "missed");
  await vi.waitFor(() => expect(logged.join()).toContain("did not accept an event"));
  await redis.start();
  await mira.cut;
  const again = await line("mira");
  await receivesFromElsewhere(again);
});
