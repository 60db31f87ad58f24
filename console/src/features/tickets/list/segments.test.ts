import "../../../sample/with-storage.ts";
import { expect, test } from "vitest";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { chooseSegment, listedNow, segments, ticketsOf } from "./segments.ts";
import { chooseSort } from "./sort.ts";

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

test("the segments are the agent's own tickets, those that wait, colleagues', and mentions", () => {
  const of = (segment: (typeof segments)[number]) =>
    ticketsOf({ tickets, mentioned }, segment, mira)
      .map(({ ticketid }) => ticketid[0])
      .join("");
  expect(Object.fromEntries(segments.map((segment) => [segment, of(segment)]))).toEqual({
    all: "12345",
    mine: "1",
    waiting: "245",
    others: "3",
    mentions: "6",
  });
});

test("the list holds the chosen segment without snoozed tickets; who waits comes by the longest wait until another order is chosen", () => {
  const snoozed = { on: at(1), until: null, by: mira };
  const all = [...tickets, ticket("6", { userid: null, created_on: at(0), snoozed })];
  const listed = () =>
    listedNow({ tickets: all }, mira)
      .map(({ ticketid }) => ticketid[0])
      .join("");
  chooseSegment("waiting");
  expect(listed()).toBe("524");
  chooseSort(mira, "waiting", "activity");
  expect(listed()).toBe("245");
  chooseSegment("all");
  expect(listed()).toBe("12345");
});
