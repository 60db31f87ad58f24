import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRange } from "./range.ts";

test.each([
  undefined,
  "",
  "bytes=",
  "bytes=-",
  "items=0-1",
  "bytes=5-2",
  "bytes=0-1,4-5",
  "bytes=a-b",
  "0-1",
])("the header %j asks for no range", (header) => {
  expect(parseRange(header, 10)).toBeNull();
});

test.each([
  ["bytes=0-3", { start: 0, end: 3 }],
  ["bytes=7-", { start: 7, end: 9 }],
  ["bytes=-4", { start: 6, end: 9 }],
  ["bytes=-400", { start: 0, end: 9 }],
  ["bytes=4-400", { start: 4, end: 9 }],
  ["bytes=9-9", { start: 9, end: 9 }],
  ["bytes=10-", "outside"],
  ["bytes=-0", "outside"],
])("the header %s is read for ten bytes", (header, expected) => {
  expect(parseRange(header, 10)).toEqual(expected);
});

test("any requested range is answered within the file", () => {
  const edge = fc.oneof(fc.constant(""), fc.nat().map(String));
  fc.assert(
    fc.property(edge, edge, fc.nat({ max: 1000 }), (first, last, size) => {
      const range = parseRange(`bytes=${first}-${last}`, size);
      if (range === null || range === "outside") return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThan(size);
    }),
  );
});
