import { compile } from "@parley/contract/conditions/evaluate";
import type { Condition, Leaf } from "@parley/contract/conditions/tree";
import type { Ticket } from "@parley/contract/tickets";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agents, ticketOf } from "../../../sample/build.ts";
import { ViewCounter } from "./counting.ts";
import type { ShownView } from "./shown-views.ts";

const mira = agents.mira;
const reading = { viewer: mira.id, zone: "Europe/Berlin" };
const start = Date.parse("2026-03-29T00:30:00.000Z");
const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();
const view = (key: string, condition: Condition): ShownView => ({
  key,
  condition,
  sort: "activity",
  view: null,
});

const dueOn = "f0000000-0000-4000-8000-000000000001";
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.record({
    field: fc.constant(`client.date.${dueOn}`),
    operator: fc.constantFrom("is" as const, "before" as const, "from" as const),
    value: fc.constantFrom("today", "2026-03-29"),
  }),
  fc.record({
    field: fc.constant("due"),
    operator: fc.constant("ends_within" as const),
    value: fc.record({ amount: fc.integer({ min: 1, max: 90 }), unit: fc.constant("minute" as const) }),
  }),
  fc.constantFrom<Leaf>(
    { field: "due", operator: "is", value: "overdue" },
    { field: "due", operator: "is", value: "none" },
    { field: "goal_missed", operator: "is", value: true },
    { field: "goal_missed", operator: "is", value: false },
    { field: "handler", operator: "is", value: "me" },
    { field: "failed", operator: "is", value: true },
    { field: "unread", operator: "at_least", value: 2 },
  ),
  fc.record({
    field: fc.constantFrom("updated_on", "created_on", "unanswered_since", "unaccepted_since"),
    operator: fc.constantFrom("longer_ago" as const, "within" as const),
    value: fc.record({ amount: fc.integer({ min: 1, max: 90 }), unit: fc.constant("minute" as const) }),
  }),
);
const condition = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }).map((all): Condition => ({ all })),
  fc.array(leaf, { maxLength: 3 }).map((any): Condition => ({ not: { any } })),
);

type Step = {
  ticket: number;
  unread: number;
  mine: boolean;
  failed: boolean;
  closes: boolean;
  due: string | null;
  /** Minutes until a goal of it ends. */
  goal: number | null;
  missed: boolean;
  minutes: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  ticket: fc.nat({ max: 7 }),
  unread: fc.nat({ max: 3 }),
  mine: fc.boolean(),
  failed: fc.boolean(),
  closes: fc.boolean(),
  due: fc.option(fc.constantFrom("2026-03-28", "2026-03-29", "2026-03-30")),
  goal: fc.option(fc.integer({ min: -30, max: 90 })),
  missed: fc.boolean(),
  minutes: fc.nat({ max: 120 }),
});

function take(
  tickets: Ticket[],
  { ticket: at, unread, mine, failed, closes, due, goal, missed }: Step,
  now: number,
): Ticket[] {
  const ticketid = `8000000${at}-0000-4000-8000-000000000001`;
  const others = tickets.filter((one) => one.ticketid !== ticketid);
  if (closes) return others;
  const last_message = { type: "text" as const, content: "Hello", created_on: iso(now), isagent: mine };
  const facts = {
    ticketid,
    userid: mine ? mira.id : null,
    updated_on: iso(now),
    last_message,
    ...(failed && { failed }),
    ...(due && { client_fields: { [dueOn]: due } }),
    ...(goal !== null && { due: { on: iso(now + goal * minute), goal: "next" as const } }),
    ...(missed && { goal_missed: true as const }),
  };
  const known = tickets.find((one) => one.ticketid === ticketid);
  return [...others, ticketOf(mira, { ...facts, created_on: known?.created_on ?? iso(now) }, unread)];
}

test("counts that follow the events, and the moments that time alone changes, equal a count of the whole list", () => {
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 5 }),
      fc.array(step, { maxLength: 25 }),
      (trees, steps) => {
        const views = trees.map((tree, at) => view(String(at), tree));
        const counter = new ViewCounter(views, reading);
        let [tickets, now]: [Ticket[], number] = [[], start];
        let due: number | null = null;
        const check = () => {
          const { counts, next } = counter.count(tickets, now);
          for (const { key, condition } of views) {
            const holds = compile(condition, reading);
            const listed = tickets.filter((ticket) => holds(ticket, now));
            expect([key, counts[key]]).toEqual([key, listed.length]);
            expect(counter.shown(tickets, key)).toEqual(listed);
          }
          due = next;
        };
        for (const one of steps) {
          const until = now + one.minutes * minute;
          // The timer rings at each moment before the next event; between two of them nothing may change.
          while (due !== null && due <= until) {
            now = due - 1;
            const before = counter.count(tickets, now).counts;
            expect(before).toEqual(new ViewCounter(views, reading).count(tickets, now).counts);
            now = due;
            check();
          }
          now = until;
          tickets = take(tickets, one, now);
          check();
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("an event judges the ticket that it changes alone", () => {
  const reads: string[] = [];
  const watched = (at: number): Ticket => {
    const ticket = ticketOf(mira, { ticketid: `8000000${at}-0000-4000-8000-000000000001` });
    Object.defineProperty(ticket, "failed", { get: () => void reads.push(ticket.ticketid) });
    return ticket;
  };
  const tickets = [watched(1), watched(2), watched(3)];
  const counter = new ViewCounter(
    [view("failed", { field: "failed", operator: "is", value: true })],
    reading,
  );
  counter.count(tickets, start);
  reads.length = 0;
  const changed = watched(2);
  counter.count(tickets.with(1, changed), start);
  expect(reads).toEqual([changed.ticketid]);
});
