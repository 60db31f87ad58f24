import type { OpeningHours } from "@parley/contract/open-days";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { extendSpans } from "./spans.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const office = [{ from: "09:00", to: "17:30", next_day: false }];
const hours: OpeningHours = {
  time_zone: "Europe/Sofia",
  days: [office, office, office, office, office, [], []],
  exceptions: [],
};
const day = 24 * 3_600_000;
const read = async () => {
  const { rows } = await world.context.pool.query<{ from_on: Date; to_on: Date; before: number }>(
    "select from_on, to_on, before from open_span where owner_id = company_id order by from_on",
  );
  return rows;
};

test("changed hours are written as spans a year each way, with the open minutes before each", async () => {
  const changed = await world.as("ingrid").post("/opening-hours", { hours });
  expect(changed.statusCode, changed.body).toBe(200);
  const spans = await read();
  const now = world.clock.now().getTime();
  expect(spans[0]?.from_on.getTime()).toBeLessThan(now - 360 * day);
  expect(spans.at(-1)?.to_on.getTime()).toBeGreaterThan(now + 366 * day);
  let before = 0;
  for (const span of spans) {
    expect(span.before).toBe(before);
    before += (span.to_on.getTime() - span.from_on.getTime()) / 60_000;
  }
});

test("spans that end within a year are written again, and so are those of hours that a process of before changes", async () => {
  const last = async () => (await read()).at(-1)?.to_on.getTime() ?? 0;
  const before = await last();
  world.clock.advance(70 * day);
  await Promise.all([extendSpans(world.context), extendSpans(world.context)]);
  expect(await last()).toBeGreaterThan(before + 60 * day);
  await world.context.pool.query("update opening_hours set days = jsonb_set(days, '{0}', '[]')");
  await extendSpans(world.context);
  expect((await read()).filter(({ from_on }) => from_on.getUTCDay() === 1)).toEqual([]);
});
