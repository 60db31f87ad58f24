import "../../../sample/with-storage.ts";
import { expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { segments, ticketsOf } from "./segments.ts";

const mira = agents.mira.id;
const ticket = (start: string, facts: Parameters<typeof ticketOf>[1]) =>
  ticketOf(agents.mira, { ticketid: `${start}0000000-0000-4000-8000-000000000001`, ...facts });
const tickets = [
  ticket("1", { userid: mira, accepted: true }),
  ticket("2", { userid: null, created_on: at(5) }),
  ticket("3", { userid: agents.jonas.id, accepted: true }),
  ticket("4", { userid: null, created_on: at(1), reopened_on: at(7) }),
  ticket("5", { userid: null, created_on: at(2) }),
];

const mentioned = [ticket("6", { departmentid: "refunds" })];

test("the segments are the agent's own tickets, those that wait, the longest first, colleagues', and mentions", () => {
  const of = (segment: (typeof segments)[number]) =>
    ticketsOf({ tickets, mentioned }, segment, mira)
      .map(({ ticketid }) => ticketid[0])
      .join("");
  expect(Object.fromEntries(segments.map((segment) => [segment, of(segment)]))).toEqual({
    all: "12345",
    mine: "1",
    waiting: "524",
    others: "3",
    mentions: "6",
  });
});
