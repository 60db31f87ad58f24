import { expect, test } from "vitest";
import { subjectFaults } from "./check-subjects.ts";

test("a subject of 72 characters without a full stop is allowed, one of 73 and one that ends with it are named", () => {
  const longest = "x".repeat(72);
  expect(subjectFaults([`0123abcd ${longest}`, "", `4567abcd ${longest}x`, "89abcdef Add it."])).toEqual([
    `4567abcd ${longest}x: 73 characters, at most 72 are allowed`,
    "89abcdef Add it.: the subject ends with a full stop",
  ]);
});
