import { expect, test } from "vitest";
import type { Ticket } from "../tickets.ts";
import { compile } from "./evaluate.ts";
import { judge } from "./judge.ts";
import type { Condition, Leaf } from "./tree.ts";

const reading = { viewer: null, zone: "Europe/Berlin" };
const now = Date.parse("2026-03-29T12:00:00.000Z");
const ticket = { closed_on: null, userid: null, rating: 2, priority: "high", subject: "Refund" } as Ticket;
const of = (condition: Condition) => judge(condition, reading, ticket, now);

const rated: Leaf = { field: "rating", operator: "at_least", value: 3 };
const high: Leaf = { field: "priority", operator: "is", value: "high" };
const text: Leaf = { field: "subject", operator: "contains", value: "refund" };

test("the first part that does not hold decides where all must", () => {
  expect(of({ all: [high, rated, text] })).toEqual({
    holds: false,
    leaves: [{ place: [1], holds: false, seen: 2 }],
  });
});

test("the first part that holds decides where any may, else every part does", () => {
  expect(of({ any: [rated, high] })).toEqual({
    holds: true,
    leaves: [{ place: [1], holds: true, seen: "high" }],
  });
  expect(of({ any: [rated, { not: high }] }).leaves.map(({ place }) => place)).toEqual([[0], [1, 0]]);
});

test("a text that people wrote is not kept", () => {
  expect(of(text)).toEqual({ holds: true, leaves: [{ place: [], holds: true }] });
});

test("an empty condition holds or not without a leaf", () => {
  expect(of({ all: [] })).toEqual({ holds: true, leaves: [] });
  expect(of({ any: [] })).toEqual({ holds: false, leaves: [] });
});

test("a verdict is that of the evaluator, for each shape of two levels", () => {
  const leaves = [rated, high, text];
  const shapes: Condition[] = leaves.flatMap((one) =>
    leaves.flatMap((other): Condition[] => [
      { all: [one, { not: other }] },
      { any: [{ not: one }, other] },
      { not: { all: [one, other] } },
      { not: { any: [one, { all: [] }, other] } },
    ]),
  );
  for (const shape of shapes)
    expect(of(shape).holds, JSON.stringify(shape)).toBe(compile(shape, reading)(ticket, now));
});
