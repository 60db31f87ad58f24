import { expect, test } from "vitest";
import { lastDays } from "./last-days.ts";

const on = (day: string) => ({ day, tickets: 1, closed: 0, platforms: { telegram: 1 }, acceptanceTime: 2 });

test("no days are shown without tickets", () => {
  expect(lastDays([], 60)).toEqual([]);
});

test("days without tickets keep their positions, over the end of a month", () => {
  const days = lastDays([on("2026-10-01"), on("2026-10-30"), on("2026-11-02")], 60);
  expect(days).toHaveLength(33);
  expect(days.slice(-4).map(({ day, tickets }) => [day, tickets])).toEqual([
    ["2026-10-30", 1],
    ["2026-10-31", 0],
    ["2026-11-01", 0],
    ["2026-11-02", 1],
  ]);
});

test("days go on to the requested day", () => {
  const days = lastDays([on("2026-11-01")], 60, "2026-11-04");
  expect(days).toHaveLength(14);
  expect(days.slice(-4).map(({ tickets }) => tickets)).toEqual([1, 0, 0, 0]);
  expect(days.at(-1)?.day).toBe("2026-11-04");
});

test("a single day stands at the end of two weeks, and no more than requested are shown", () => {
  expect(lastDays([on("2026-11-02")], 60)).toHaveLength(14);
  expect(lastDays([on("2026-01-02"), on("2026-11-02")], 60)).toHaveLength(60);
});
