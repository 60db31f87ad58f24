import { expect, test } from "vitest";
import { priorities } from "../priorities.ts";
import type { Ticket } from "../tickets.ts";
import { boundaryOf, compile } from "./evaluate.ts";
import type { Condition } from "./tree.ts";

const reading = { viewer: "a0000000-0000-4000-8000-000000000001", zone: "Europe/Berlin" };
const now = Date.parse("2026-03-29T12:00:00.000Z");
const ticketOf = (facts: Partial<Ticket>) =>
  ({ closed_on: null, userid: null, rating: null, ...facts }) as Ticket;
const holds = (condition: Condition, facts: Partial<Ticket>) =>
  compile(condition, reading)(ticketOf(facts), now);

test("an empty all holds for every ticket, and an empty any for none", () => {
  expect(holds({ all: [] }, {})).toBe(true);
  expect(holds({ any: [] }, {})).toBe(false);
});

test("a leaf of a field without a value is false, and its opposite true", () => {
  const rated: Condition = { field: "rating", operator: "at_least", value: 1 };
  expect(holds(rated, {})).toBe(false);
  expect(holds({ not: rated }, {})).toBe(true);
});

test.each([
  ["is", "normal", "normal"],
  ["one_of", ["low", "urgent"], "low urgent"],
  ["at_least", "high", "high urgent"],
  ["at_most", "normal", "low normal"],
] as const)("a priority that %s %s is found by the order of priorities", (operator, value, found) => {
  const condition = { field: "priority", operator, value } as Condition;
  const matching = priorities.filter((one) => holds(condition, one === "normal" ? {} : { priority: one }));
  expect(matching.join(" ")).toBe(found);
});

test("a leaf whose field is gone holds for no ticket", () => {
  expect(holds({ field: "colour", operator: "is", value: "blue" }, {})).toBe(false);
});

test("a date begins on the company's wall clock", () => {
  const since: Condition = { field: "created_on", operator: "from", value: "2026-03-29" };
  expect(holds(since, { created_on: "2026-03-28T23:00:00.000Z" })).toBe(true);
  expect(holds(since, { created_on: "2026-03-28T22:59:59.999Z" })).toBe(false);
  const afterGap: Condition = { field: "created_on", operator: "from", value: "2026-03-29T02:30" };
  expect(holds(afterGap, { created_on: "2026-03-29T01:00:00.000Z" })).toBe(true);
  expect(holds(afterGap, { created_on: "2026-03-29T00:59:59.999Z" })).toBe(false);
});

test("a ticket crosses a duration at the moment that its boundary names", () => {
  const old: Condition = { field: "updated_on", operator: "longer_ago", value: { amount: 2, unit: "hour" } };
  const ticket = ticketOf({ updated_on: "2026-03-29T11:00:00.000Z" });
  const at = boundaryOf({ not: { any: [old] } }, reading)(ticket, now) ?? 0;
  expect(new Date(at).toISOString()).toBe("2026-03-29T13:00:00.000Z");
  const test = compile(old, reading);
  expect([test(ticket, at - 1), test(ticket, at)]).toEqual([false, true]);
  expect(boundaryOf(old, reading)(ticket, at)).toBeNull();
});

test("a goal that ends soon becomes one that is overdue, each at the moment that its boundary names", () => {
  const soon: Condition = { field: "due", operator: "ends_within", value: { amount: 30, unit: "minute" } };
  const overdue: Condition = { field: "due", operator: "is", value: "overdue" };
  const ticket = ticketOf({ due: { on: "2026-03-29T13:00:00.000Z", goal: "first" } });
  const both: Condition = { any: [soon, overdue] };
  const begins = boundaryOf(both, reading)(ticket, now) ?? 0;
  const ends = boundaryOf(both, reading)(ticket, begins) ?? 0;
  expect([begins, ends].map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(["12:30", "13:00"]);
  expect(boundaryOf(both, reading)(ticket, ends)).toBeNull();
  const answers = (condition: Condition) =>
    [begins - 1, begins, ends - 1, ends].map((at) => compile(condition, reading)(ticket, at));
  expect(answers(soon)).toEqual([false, true, true, false]);
  expect(answers(overdue)).toEqual([false, false, false, true]);
  const none: Condition = { field: "due", operator: "is", value: "none" };
  expect([holds(none, {}), holds(soon, {}), holds(overdue, {})]).toEqual([true, false, false]);
});

test("a goal is missed from the moment at which it ends, which the boundary names, and stays missed", () => {
  const missed: Condition = { field: "goal_missed", operator: "is", value: true };
  const ticket = ticketOf({ due: { on: "2026-03-29T13:00:00.000Z", goal: "next" } });
  const ends = boundaryOf({ not: missed }, reading)(ticket, now) ?? 0;
  expect(new Date(ends).toISOString()).toBe("2026-03-29T13:00:00.000Z");
  const test = compile(missed, reading);
  expect([test(ticket, ends - 1), test(ticket, ends)]).toEqual([false, true]);
  expect(boundaryOf(missed, reading)(ticket, ends)).toBeNull();
  const before = ticketOf({ goal_missed: true, due: { on: "2026-03-29T13:00:00.000Z", goal: "solved" } });
  expect([test(before, now), boundaryOf(missed, reading)(before, now)]).toEqual([true, null]);
  expect(holds(missed, {})).toBe(false);
});

test("time alone changes no answer that asks for no duration", () => {
  const condition: Condition = { field: "updated_on", operator: "from", value: "2026-03-30" };
  expect(
    boundaryOf(condition, reading)(ticketOf({ updated_on: "2026-03-29T11:00:00.000Z" }), now),
  ).toBeNull();
});
