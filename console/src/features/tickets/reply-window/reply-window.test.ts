import { expect, test } from "vitest";
import { changesIn, windowAt } from "./reply-window.ts";
import { timeLeft } from "./time-left.ts";

const minute = 60_000;
const end = Date.parse("2026-11-22T12:00:00.000Z");
const until = new Date(end).toISOString();

test.each([
  [121 * minute, "open"],
  [120 * minute + 1, "open"],
  [120 * minute, 120],
  [minute + 1, 2],
  [minute, 1],
  [1, 1],
  [0, "closed"],
  [-minute, "closed"],
])("a window %s ms before its end is %s", (left, state) => {
  expect(windowAt(until, end - left)).toBe(state);
});

test("a channel without a window is always open, and never changes", () => {
  expect([windowAt(null, end), changesIn(null, end)]).toEqual(["open", null]);
});

test("the next change is when the window is first shown, each whole minute, its end, and then never", () => {
  const at = (left: number) => changesIn(until, end - left);
  expect([at(180 * minute), at(120 * minute), at(90_000), at(minute), at(1), at(0)]).toEqual([
    60 * minute,
    minute,
    30_000,
    minute,
    1,
    null,
  ]);
  for (let left = 125 * minute; left > 0; ) {
    const wait = at(left) ?? 0;
    const [before, after] = [windowAt(until, end - left), windowAt(until, end - left + wait)];
    // At the change itself a further whole minute has passed, or it is over.
    expect(wait).toBeGreaterThan(0);
    expect(after === before && after !== 120).toBe(false);
    left -= wait;
  }
});

test("the time left is in the language's short form", () => {
  expect([timeLeft(80, "en"), timeLeft(120, "en"), timeLeft(1, "en")]).toEqual([
    "1 hr 20 min",
    "2 hr",
    "1 min",
  ]);
});
