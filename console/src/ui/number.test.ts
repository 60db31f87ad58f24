import { expect, test } from "vitest";
import { showCount, showDecimal } from "./number.ts";

test.each([
  ["en", "20,006", "12.97"],
  ["af", "20 006", "12,97"],
  ["bg", "20 006", "12,97"],
  ["es", "20.006", "12,97"],
  ["ja", "20,006", "12.97"],
  ["nl", "20.006", "12,97"],
  ["ru", "20 006", "12,97"],
  ["tr", "20.006", "12,97"],
])("numbers in %s have its separators", (language, count, decimal) => {
  // Some separate thousands by a space that does not break.
  expect(showCount(20006, language).replaceAll(/\s/g, " ")).toBe(count);
  expect(showDecimal(12.97, language, 2)).toBe(decimal);
});
