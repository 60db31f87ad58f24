import { setTimeout as wait } from "node:timers/promises";
import { limits } from "@parley/contract/limits";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectSocket, type Line, startLive } from "../../../../test/world/live.ts";
import type { AgentName } from "../../../../test/world/people.ts";
import { type RedisStandIn, startRedis } from "../../../../test/world/redis.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { createLive, type Live } from "./publish.ts";
import type { LiveSocket } from "./sockets.ts";

let redis: RedisStandIn;
let world: World;
/** The live server of another process. */
let elsewhere: Live;
let here: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  redis = await startRedis();
  world = await createWorld({ env: { REDIS_URL: redis.url } });
  here = await startLive(world);
  elsewhere = await createLive({ redisUrl: redis.url }, pino({ level: "silent" }));
});
afterAll(async () => {
  await elsewhere.close();
  await here.close();
  await world.close();
  await redis.stop();
});

const line = async (name: AgentName, url = here.url) =>
  connectSocket(url, { cookie: await world.as(name).cookie(), origin: world.context.config.consoleOrigin });
const names = ({ viewers }: { viewers: { user_name: string }[] }) =>
  viewers.map(({ user_name }) => user_name.split(" ")[0]);
const lists = ({ received }: Line) =>
  received.flatMap(({ event, payload }) =>
    event === "ticketViewers" ? [payload as { total: number; viewers: { user_name: string }[] }] : [],
  );
/** The newest list names these. */
const sees = (at: Line, who: string[]) =>
  vi.waitFor(() => expect(names(lists(at).at(-1) ?? { viewers: [] })).toEqual(who), 4_000);

async function open(ticketid: string, ...agents: AgentName[]): Promise<Line[]> {
  const lines = [];
  for (const agent of agents) {
    const one = await line(agent);
    expect(await one.emit("openTicket", { ticketid })).toEqual({ ok: true });
    lines.push(one);
  }
  return lines;
}

test("agents who have a ticket on screen see each other until one closes it or disconnects", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const [mira, jonas, ingrid] = (await open(ticketid, "mira", "jonas", "ingrid")) as [Line, Line, Line];
  await sees(mira, ["Ingrid", "Jonas", "Mira"]);
  await jonas.emit("closeView", { ticketid });
  await sees(mira, ["Ingrid", "Mira"]);
  ingrid.socket.disconnect();
  await sees(mira, ["Mira"]);
});

test("an agent with two tabs is one viewer until the last is closed", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const [mira, first, second] = (await open(ticketid, "mira", "jonas", "jonas")) as [Line, Line, Line];
  await sees(mira, ["Jonas", "Mira"]);
  await first.emit("closeView", { ticketid });
  await wait(1_200);
  expect(lists(mira).at(-1)?.total).toBe(2);
  await second.emit("closeView", { ticketid });
  await sees(mira, ["Mira"]);
});

test("a reply and a note being written are told apart, and the client gets no sign of a note", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const [mira, jonas] = (await open(ticketid, "mira", "jonas")) as [Line, Line];
  expect(await jonas.emit("typing", { ticketid })).toMatchObject({ ok: false, code: "not_handler" });
  expect(await jonas.emit("typing", { ticketid, writes: "note" })).toEqual({ ok: true });
  expect(await mira.emit("typing", { ticketid, writes: "reply" })).toEqual({ ok: true });
  const both = await jonas.receives("ticketViewers", ({ viewers }) => viewers.every(({ writes }) => writes));
  expect(both.viewers.map(({ writes }) => writes)).toEqual(["note", "reply"]);
  expect(mira.received.map(({ event }) => event)).not.toContain("typing");
  await jonas.emit("typing", { ticketid, writes: "nothing" });
  await mira.receives(
    "ticketViewers",
    ({ viewers }) => viewers.map(({ writes }) => writes).join() === "reply,",
  );
});

test("a sign of writing that is not renewed ends by itself", { timeout: 15_000 }, async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const [mira, jonas] = (await open(ticketid, "mira", "jonas")) as [Line, Line];
  await jonas.emit("typing", { ticketid, writes: "note" });
  await mira.receives("ticketViewers", ({ viewers }) => viewers.some(({ writes }) => writes === "note"));
  await wait(limits.typingExpires + 500);
  expect(lists(mira).at(-1)?.viewers).toMatchObject([{ writes: null }, { writes: null }]);
});

test("an agent who loses sight of the ticket is no viewer, and hears of none", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const [mira, ingrid] = (await open(ticketid, "mira", "ingrid")) as [Line, Line];
  await sees(ingrid, ["Ingrid", "Mira"]);
  const moved = { ticketid, newDepartment: world.departments.refunds.id };
  expect((await world.as("mira").post("/ticket/change-department", moved)).statusCode).toBe(200);
  await sees(ingrid, ["Ingrid"]);
  expect(await mira.emit("typing", { ticketid, writes: "note" })).toMatchObject({ code: "not_found" });
  expect(lists(mira).at(-1)?.total).not.toBe(1);
});

test("fifty viewers who come, write and go get at most one event a second", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const begun = performance.now();
  const lines = await Promise.all(Array.from({ length: 50 }, (_, i) => line(i % 2 ? "mira" : "jonas")));
  await Promise.all(lines.map((one) => one.emit("openTicket", { ticketid })));
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      lines.map((one, i) => one.emit("typing", { ticketid, writes: (i + round) % 2 ? "note" : "nothing" })),
    );
  }
  await wait(1_200);
  const seconds = (performance.now() - begun) / 1_000;
  for (const one of lines) {
    expect(lists(one).length).toBeGreaterThan(0);
    expect(lists(one).length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  }
});

test("viewers in two processes see each other, also the one who came first", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const room = rooms.ticketView(world.companies.harbour.id, ticketid);
  const identity = { actor: { id: world.agents.jonas.id, name: "Jonas Berg" } };
  const socket = { id: "of another process", rooms: new Set([room]), data: { identity } };
  elsewhere.viewers.opened(socket as unknown as LiveSocket, room, ticketid);
  // The other process has told of its viewer before anybody here could hear of it.
  await wait(200);
  const [mira] = (await open(ticketid, "mira")) as [Line];
  await sees(mira, ["Jonas", "Mira"]);
  elsewhere.viewers.writes(socket as unknown as LiveSocket, room, "note");
  await mira.receives("ticketViewers", ({ viewers }) => viewers[0]?.writes === "note");
  elsewhere.server.of("/").adapter.emit("leave-room", room, socket.id);
  await sees(mira, ["Mira"]);
});

test("viewers are shown in their own process while Redis is stopped, and the process does not end", async () => {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const failures: unknown[] = [];
  const failed = (reason: unknown) => failures.push(reason);
  process.on("unhandledRejection", failed);
  await redis.stop();
  const [mira] = (await open(ticketid, "mira")) as [Line];
  await sees(mira, ["Mira"]);
  await wait(200);
  await redis.start();
  process.off("unhandledRejection", failed);
  expect(failures).toEqual([]);
});
