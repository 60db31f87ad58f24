import { expect, test } from "vitest";
import { quantile, steady } from "./pace.ts";

test("a call that took three pauses stands for the two that were not made meanwhile", () => {
  expect(steady([10, 300, 90], 100)).toEqual([10, 300, 200, 100, 90]);
});

test("one stop of ten seconds shows in the p99 of a thousand calls", () => {
  const taken = [...Array.from({ length: 990 }, () => 5), ...Array.from({ length: 10 }, () => 10_000)];
  expect(quantile(taken.slice(0, 995), 0.99)).toBe(5);
  expect(quantile(steady(taken.slice(0, 995), 100), 0.99)).toBeGreaterThan(9_000);
});
