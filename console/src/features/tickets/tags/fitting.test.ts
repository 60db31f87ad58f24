import { expect, test } from "vitest";
import { fitting } from "./fitting.ts";

test("names are taken as long as their letters fit, and the first in any case", () => {
  expect(fitting([], 20)).toBe(0);
  expect(fitting(["refund", "late"], 20)).toBe(2);
  expect(fitting(["refund", "late", "invoice"], 20)).toBe(2);
  expect(fitting(["a name that is longer than the line"], 20)).toBe(1);
  expect(fitting(["a name that is longer than the line", "late"], 20)).toBe(1);
});

test("a Japanese letter is as wide as two", () => {
  expect(fitting(["返金", "請求書"], 16)).toBe(2);
  expect(fitting(["返金", "請求書"], 15)).toBe(1);
});
