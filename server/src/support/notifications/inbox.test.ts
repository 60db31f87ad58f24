import type { NotificationsAnswer } from "@parley/contract/notifications";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { countStatements, createWorld, type World } from "../../../../test/world.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import { notify } from "./notify.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.context.database.deleteFrom("notification").execute();
  world.published.length = 0;
});

const inbox = async (agent: AgentName, query = "") =>
  (await world.as(agent).get(`/notifications${query}`)).json<NotificationsAnswer>();
const lines = ({ sections }: NotificationsAnswer) => Object.values(sections).flat();
const rate = (agent: AgentName, name = "Olena Koval") =>
  world.desk("harbour", (scope) =>
    notify(scope, world.agents[agent].id, { type: "rating", name, ticket: null }),
  );

test("reading, resetting and clearing the inbox are refused when signed out", async () => {
  expect((await world.stranger.get("/notifications")).statusCode).toBe(401);
  expect((await world.stranger.post("/reset-notifications-count", {})).statusCode).toBe(401);
  expect((await world.stranger.post("/clear-notifications", {})).statusCode).toBe(401);
});

test("an inbox belongs to its agent: others read, reset and clear their own", async () => {
  await rate("mira");
  expect(await inbox("jonas")).toEqual({ sections: {}, count: 0, more: false });
  await world.as("jonas").post("/reset-notifications-count");
  await world.as("ingrid").post("/clear-notifications", {});
  expect(await inbox("mira")).toMatchObject({ count: 1 });
});

test("the inbox is listed by day, newest first, in the requested zone", async () => {
  await rate("mira", "first");
  world.clock.advance(1000);
  await rate("mira", "second");
  const today = world.clock.now();
  const yesterday = new Date(today.getTime() - 24 * 3_600_000);
  await world.context.pool.query("update notification set created_on = created_on - interval '1 day'");
  await rate("mira", "third");
  const answer = await inbox("mira", "?tz=UTC");
  expect(Object.keys(answer.sections)).toEqual([day(today), day(yesterday)]);
  expect(lines(answer).map(({ name }) => name)).toEqual(["third", "second", "first"]);
  expect(answer).toMatchObject({ count: 3, more: false });
});

const day = (time: Date) => time.toISOString().slice(0, 10);

test("the inbox comes in pages, each line once, with the count of all", async () => {
  for (let at = 1; at <= 5; at++) await rate("mira", `n${at}`);
  const first = await inbox("mira", "?limit=2");
  expect(first).toMatchObject({ count: 5, more: true });
  const second = await inbox("mira", `?limit=2&before=${lines(first).at(-1)?.id}`);
  const third = await inbox("mira", `?limit=2&before=${lines(second).at(-1)?.id}`);
  expect(third.more).toBe(false);
  const ids = [first, second, third].flatMap(lines).map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  expect(lines(await inbox("mira", `?before=${crypto.randomUUID()}`))).toEqual([]);
  expect((await world.as("mira").get("/notifications?limit=101")).statusCode).toBe(400);
});

test("opening the inbox resets the count and keeps the lines; clearing empties; both are published to the owner's tabs", async () => {
  await rate("mira");
  await rate("mira");
  world.published.length = 0;
  expect((await world.as("mira").post("/reset-notifications-count")).statusCode).toBe(200);
  const answer = await inbox("mira");
  expect(answer.count).toBe(0);
  expect(lines(answer).map(({ seen }) => seen)).toEqual([true, true]);
  await world.as("mira").post("/reset-notifications-count", {});
  await world.as("mira").post("/clear-notifications", {});
  expect(await inbox("mira")).toEqual({ sections: {}, count: 0, more: false });
  const own = [rooms.agent(world.companies.harbour.id, world.agents.mira.id)];
  expect(world.published).toEqual([
    { event: "notificationsSeen", payload: { ids: null, count: 0 }, rooms: own },
    { event: "notificationsCleared", payload: {}, rooms: own },
  ]);
});

test("the number of statements does not grow with the lines", async () => {
  const look = async () => (await countStatements(world, () => inbox("mira", "?tz=UTC"))).statements.length;
  await rate("mira");
  const few = await look();
  for (let at = 0; at < 20; at++) await rate("mira");
  expect(await look()).toBe(few);
});
