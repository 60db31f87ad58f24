import { expect, test } from "vitest";
import { leastMove } from "./keep-scroll.ts";

const list = (ids: string) => [...ids].map((ticketid) => ({ ticketid }));
/** `cde` are in view of `abcdefg`. */
const marks = [
  { ticketid: "c", index: 2 },
  { ticketid: "d", index: 3 },
  { ticketid: "e", index: 4 },
];

test.each([
  ["nothing is marked at the top of the list", [], "xabc", null],
  ["what stands as it stood moves nothing", marks, "abcdefg", null],
  ["a change beneath moves nothing", marks, "abcdegf", null],
  ["a ticket comes above", marks, "xabcdefg", { from: 2, to: 3 }],
  ["one from beneath goes to the top", marks, "fabcdeg", { from: 2, to: 3 }],
  ["one above leaves", marks, "bcdefg", { from: 2, to: 1 }],
  ["the first in view goes to the top: the others stay", marks, "cabdefg", null],
  ["the first in view leaves: the next goes up one", marks, "abdefg", { from: 3, to: 2 }],
  ["all in view left", marks, "abfg", null],
])("the list keeps its position: %s", (_what, known, now, move) => {
  expect(leastMove(known, list(now))).toEqual(move);
});
