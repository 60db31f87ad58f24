import "../../../sample/with-storage.ts";
import type { ViewSort } from "@parley/contract/built-in-views";
import { expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { sortTickets, waitsSince } from "./sorting.ts";

const mira = agents.mira.id;
const ticket = (start: string, facts: Parameters<typeof ticketOf>[1]) =>
  ticketOf(agents.mira, { ticketid: `${start}0000000-0000-4000-8000-000000000001`, ...facts });
const accepted = { userid: mira, accepted: true };

test.each<[string, Parameters<typeof ticketOf>[1], string | null]>([
  ["new, waits since it began", { waits_since: at(4) }, at(0)],
  ["reopened, waits since then", { reopened_on: at(3), waits_since: at(4) }, at(3)],
  ["accepted, waits for an answer", { ...accepted, waits_since: at(4) }, at(4)],
  ["answered, waits for nothing", accepted, null],
  ["closed, waits for nothing", { ...accepted, waits_since: at(4), closed_on: at(5) }, null],
])("a ticket, %s", (_what, facts, since) => {
  expect(waitsSince(ticket("1", facts))).toBe(since);
});

const tickets = [
  ticket("1", { userid: mira, accepted: true }),
  ticket("2", { userid: null, created_on: at(5) }),
  ticket("3", { userid: agents.jonas.id, accepted: true, waits_since: at(3) }),
  ticket("4", { userid: null, created_on: at(1), reopened_on: at(7) }),
  ticket("5", { userid: null, created_on: at(2) }),
  ticket("6", { userid: mira, accepted: true }),
];
const order = (sort: ViewSort) =>
  sortTickets(tickets, sort)
    .map(({ ticketid }) => ticketid[0])
    .join("");

test("tickets by the longest wait begin with who has waited longest for an agent or an answer", () => {
  expect(order("waiting")).toBe("532416");
});

test("tickets by what is due begin with the earliest moment, and those with nothing due stay behind", () => {
  const due = (on: string) => ({ due: { on, goal: "next" as const } });
  const some = [ticket("1", {}), ticket("2", due(at(5))), ticket("3", {}), ticket("4", due(at(2)))];
  expect(sortTickets(some, "due").map(({ ticketid }) => ticketid[0])).toEqual(["4", "2", "1", "3"]);
});

test("tickets by the last activity stay in the order of the list", () => {
  expect(order("activity")).toBe("123456");
});

test("each ticket's wait is read once, however many there are", () => {
  let reads = 0;
  const many = Array.from({ length: 1000 }, (_, index) => {
    const one = ticketOf(agents.mira, accepted);
    return Object.defineProperty(one, "waits_since", {
      get: () => {
        reads += 1;
        return at((index * 7919) % 1000);
      },
    });
  });
  sortTickets(many, "waiting");
  expect(reads).toBe(1000);
});

test("five thousand tickets are sorted within a frame", () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    ticketOf(agents.mira, { ...accepted, waits_since: at((index * 7919) % 5000) }),
  );
  sortTickets(many, "waiting");
  const began = performance.now();
  const [first] = sortTickets(many, "waiting");
  expect(performance.now() - began).toBeLessThan(100);
  expect(first?.waits_since).toBe(at(0));
});
