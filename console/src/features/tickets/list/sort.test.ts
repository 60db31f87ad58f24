import "../../../sample/with-storage.ts";
import type { Ticket } from "@parley/contract/tickets";
import { expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { chooseSort, sortOf, sortTickets, waitsSince } from "./sort.ts";

const mira = { userid: agents.mira.id, accepted: true };
const ticket = (start: string, facts: Partial<Ticket>) =>
  ticketOf(agents.mira, { ticketid: `${start}0000000-0000-4000-8000-000000000001`, ...facts });
const order = (tickets: Ticket[]) => tickets.map(({ ticketid }) => ticketid[0]).join("");

test.each<[string, Partial<Ticket>, string | null]>([
  ["new, waits since it began", { waits_since: at(4) }, at(0)],
  ["reopened, waits since then", { reopened_on: at(3), waits_since: at(4) }, at(3)],
  ["accepted, waits for an answer", { ...mira, waits_since: at(4) }, at(4)],
  ["answered, waits for nothing", mira, null],
  ["closed, waits for nothing", { ...mira, waits_since: at(4), closed_on: at(5) }, null],
])("a ticket, %s", (_what, facts, since) => {
  expect(waitsSince(ticket("1", facts))).toBe(since);
});

test("the longest waiting ticket comes first, and those that wait for nothing keep their order at the end", () => {
  const tickets = [
    ticket("1", mira),
    ticket("2", { created_on: at(5) }),
    ticket("3", { ...mira, waits_since: at(2) }),
    ticket("4", mira),
    ticket("5", { created_on: at(1) }),
  ];
  expect(order(sortTickets(tickets, "waiting"))).toBe("53214");
  expect(sortTickets(tickets, "activity")).toBe(tickets);
  expect(order(tickets)).toBe("12345");
});

test("five thousand tickets are sorted within a frame", () => {
  const tickets = Array.from({ length: 5000 }, (_, index) =>
    ticketOf(agents.mira, { ...mira, waits_since: at((index * 7919) % 5000) }),
  );
  sortTickets(tickets, "waiting");
  const began = performance.now();
  const [first] = sortTickets(tickets, "waiting");
  expect(performance.now() - began).toBeLessThan(100);
  expect(first?.waits_since).toBe(at(0));
});

test("the choice is kept for each agent and list", () => {
  const { mira, jonas } = agents;
  chooseSort(mira.id, "all", "waiting");
  expect(sortOf(mira.id, "all", "activity")).toBe("waiting");
  expect(sortOf(mira.id, "mine", "activity")).toBe("activity");
  expect(sortOf(jonas.id, "all", "activity")).toBe("activity");
  expect(localStorage.getItem(`parley.sort.${mira.id}.all`)).toBe("waiting");
  localStorage.setItem(`parley.sort.${jonas.id}.all`, "by colour");
  expect(sortOf(jonas.id, "all", "activity")).toBe("activity");
});
