import { expect, test } from "vitest";
import { matchIn } from "./match.ts";

test("the first match counts, with its own case and accents", () => {
  expect(matchIn("Das Gepäckstück, GEPACKSTUCK", "gepackstuck")).toEqual({
    before: "Das ",
    match: "Gepäckstück",
    after: ", GEPACKSTUCK",
  });
  expect(matchIn("Привет, Ёж", "еж")).toEqual({ before: "Привет, ", match: "Ёж", after: "" });
  expect(matchIn("予約番号は返金", "返金")).toEqual({ before: "予約番号は", match: "返金", after: "" });
});

test("letters that fold to several, and characters outside the basic plane, do not shift it", () => {
  expect(matchIn("🏝️ ﬁnal", "nal")).toEqual({ before: "🏝️ ﬁ", match: "nal", after: "" });
});

test("a long text is cut around the match", () => {
  const { before, match, after } = matchIn(`${"a".repeat(300)}needle${"b".repeat(300)}`, "needle");
  expect([before, match, after]).toEqual([`…${"a".repeat(40)}`, "needle", `${"b".repeat(150)}…`]);
});

test("a missing match marks nothing", () => {
  expect(matchIn("Straße", "xyz")).toEqual({ before: "Straße", match: "", after: "" });
});
