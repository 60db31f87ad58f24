import { beforeEach, expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { firstOffered, offerAfter, useOffered, withdrawOffer } from "./next-ticket.ts";

const tickets = [1, 2, 3, 4].map((n) =>
  ticketOf(agents.mira, { ticketid: `7${n}000000-0000-4000-8000-000000000001` }),
);
const idOf = (n: number) => tickets[n - 1]?.ticketid ?? "";
const without = (...closed: number[]) => tickets.filter((_, index) => !closed.includes(index + 1));
const offered = (open = tickets) => firstOffered(useOffered.getState().ids, open)?.ticketid;

beforeEach(withdrawOffer);

test("the ticket below the closed one is offered", () => {
  offerAfter(tickets, idOf(2));
  expect(offered(without(2))).toBe(idOf(3));
});

test("after the last ticket the one above is offered", () => {
  offerAfter(tickets, idOf(4));
  expect(offered(without(4))).toBe(idOf(3));
});

test("a ticket that is closed or snoozed meanwhile is passed over", () => {
  offerAfter(tickets, idOf(1));
  expect(offered(without(1, 2))).toBe(idOf(3));
  const snoozed = { on: at(1), until: null, by: agents.mira.id };
  expect(offered(tickets.map((one) => (one.ticketid === idOf(2) ? { ...one, snoozed } : one)))).toBe(idOf(3));
});

test("a ticket that is not in the list is followed by the first", () => {
  offerAfter(without(2), idOf(2));
  expect(offered(without(2))).toBe(idOf(1));
});

test("no ticket is offered after the only one, nor after the offer is withdrawn", () => {
  offerAfter(tickets.slice(0, 1), idOf(1));
  expect(offered([])).toBeUndefined();
  offerAfter(tickets, idOf(1));
  withdrawOffer();
  expect(offered()).toBeUndefined();
});
