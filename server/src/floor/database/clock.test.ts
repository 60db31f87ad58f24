import { expect, test } from "vitest";
import { createDatabaseClock } from "./clock.ts";

/** A machine whose clock differs from the database's, and a query that takes a while each way. */
function machine(apart: number) {
  let local = 1_000_000;
  const clock = createDatabaseClock(() => local);
  const ask = (way = 5) =>
    clock.follow({
      query: async () => {
        local += way;
        const rows = [{ now: new Date(local - apart) }];
        local += way;
        return { rows };
      },
    } as never);
  const error = () => Math.abs(clock.now().getTime() - (local - apart));
  return { ask, error, clock, pass: (milliseconds: number) => (local += milliseconds) };
}

test.each([15_000, -15_000])("a clock that is %i ms off is set to the database's time", async (apart) => {
  const { ask, error, pass } = machine(apart);
  expect(error()).toBe(15_000);
  await ask();
  expect(error()).toBeLessThanOrEqual(5);
  pass(60_000);
  expect(error()).toBeLessThanOrEqual(5);
});

test("a right clock does not jump, however long an answer takes", async () => {
  const { ask, clock, pass } = machine(0);
  const before = clock.now().getTime();
  await ask(2_000);
  expect(clock.now().getTime() - before).toBe(4_000);
  pass(10);
  await ask(1);
  expect(clock.now().getTime() - before).toBe(4_012);
});
