import { expect, test } from "vitest";
import { lengthInWords } from "./minutes.ts";

test.each([
  [null, "–"],
  [0.2, "12 sec"],
  [7.4, "7 min"],
  [60, "1 hr"],
  [125, "2 hr 5 min"],
  [1_500, "1 day 1 hr"],
  [2_880, "2 days"],
])("%s minutes are shown as %s", (minutes, shown) => {
  expect(lengthInWords(minutes, "en")).toBe(shown);
});
