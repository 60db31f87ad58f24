import type { OpeningHours } from "@parley/contract/open-days";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { medianFirstReply } from "./median-first-reply.ts";

let world: World;
beforeEach(async () => {
  await world?.close();
  world = await createWorld();
});
afterAll(() => world.close());

const minute = 60_000;
const hour = 60 * minute;
const office = [{ from: "09:00", to: "17:00", next_day: false }];
const hours: OpeningHours = {
  time_zone: "UTC",
  days: [office, office, office, office, office, [], []],
  exceptions: [],
};
const median = (channelId?: string) =>
  world.desk("harbour", (scope) => medianFirstReply(scope, channelId ? { channelId } : {}));

/** Moves the clock to the next Monday at this time. */
function toMonday(time: string): void {
  const now = world.clock.now();
  const at = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  while (at <= now || at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() + 1);
  world.clock.advance(at.getTime() - now.getTime());
}

/** A conversation whose client waits so long for an agent. */
async function reply(
  after: number,
  facts: Parameters<World["ticket"]>[0] = {},
  agent: "mira" | "freya" = "mira",
): Promise<void> {
  const ticket = await world.ticket(facts);
  world.clock.advance(after);
  await world.message(ticket, { agent: world.agents[agent] });
}

test("there is no median without conversations", async () => {
  await world.ticket();
  expect(await median()).toBeNull();
});

test("the median is the middle wait, or between the two in the middle, in minutes without hours", async () => {
  for (const minutes of [90, 2, 10]) await reply(minutes * minute);
  expect(await median()).toBe(10);
  await reply(20 * minute);
  expect(await median()).toBe(15);
});

test("the median counts a department's own hours, else the company's", async () => {
  const early = { ...hours, days: hours.days.map(() => [{ from: "10:00", to: "12:00", next_day: false }]) };
  const ingrid = world.as("ingrid");
  const set = [
    await ingrid.post("/opening-hours", { hours }),
    await ingrid.post("/department-opening-hours", {
      departmentid: world.departments.refunds.id,
      hours: early,
    }),
  ];
  expect(set.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  toMonday("16:30");
  // Half an hour until it closes, and one after it opens.
  await reply(17 * hour + 30 * minute, { department: "bookings" });
  expect(await median()).toBe(90);
  toMonday("16:30");
  await reply(17 * hour + 40 * minute, { department: "refunds" });
  expect(await median()).toBe(50);
});

test("the median leaves out conversations agents began, those only the desk answered, failed answers, and those older than 14 days", async () => {
  await reply(7 * minute);
  world.clock.advance(15 * 24 * hour);
  const begun = await world.ticket({ messages: [] });
  await world.message(begun, { agent: world.agents.mira });
  const automatic = await world.ticket();
  await world.message(automatic, { is_agent: true, purpose: "automatic" });
  const failed = await world.ticket();
  await world.message(failed, { agent: world.agents.mira, status: "failed" });
  expect(await median()).toBeNull();
  await reply(3 * minute);
  expect(await median()).toBe(3);
});

test("the median of one account counts its own conversations", async () => {
  await reply(3 * minute);
  expect(await median(world.channels.harbour.id)).toBe(3);
  expect(await median(world.channels.northwind.id)).toBeNull();
});

test("another company's conversations do not count", async () => {
  await reply(3 * minute, { department: "general" }, "freya");
  expect(await median()).toBeNull();
});
