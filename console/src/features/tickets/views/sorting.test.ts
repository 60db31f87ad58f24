import "../../../sample/with-storage.ts";
import { expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { sortTickets } from "./sorting.ts";

const mira = agents.mira.id;
const said = (minute: number, isagent: boolean) => ({
  type: "text" as const,
  content: "",
  created_on: at(minute),
  isagent,
});
const ticket = (start: string, facts: Parameters<typeof ticketOf>[1]) =>
  ticketOf(agents.mira, { ticketid: `${start}0000000-0000-4000-8000-000000000001`, ...facts });
const tickets = [
  ticket("1", { userid: mira, accepted: true, last_message: said(8, true) }),
  ticket("2", { userid: null, created_on: at(5) }),
  ticket("3", { userid: agents.jonas.id, accepted: true, last_message: said(3, false) }),
  ticket("4", { userid: null, created_on: at(1), reopened_on: at(7) }),
  ticket("5", { userid: null, created_on: at(2) }),
  ticket("6", { userid: mira, accepted: true, last_message: null }),
];
const order = (sort: "activity" | "waiting") =>
  sortTickets(tickets, sort)
    .map(({ ticketid }) => ticketid[0])
    .join("");

test("tickets by the longest wait begin with who has waited longest for an agent or an answer", () => {
  expect(order("waiting")).toBe("532416");
});

test("tickets by the last activity stay in the order of the list", () => {
  expect(order("activity")).toBe("123456");
});
