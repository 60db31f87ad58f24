import type { AgentRow } from "@parley/contract/agents";
import { expect, test } from "vitest";
import { english } from "../../../sample/english.ts";
import { agentRows } from "./agent-rows.ts";

const agent = {
  email: "mira@harbour.example",
  email_confirmed_on: "2026-11-20T08:00:00.000Z",
  department_name: "Bookings",
  created_on: "2026-11-20T08:00:00.000Z",
  last_logged_on: "2026-11-21T09:30:00.000Z",
  push_subscription: "subscribed",
} as AgentRow;
const valuesOf = (facts: Partial<AgentRow> = {}) =>
  agentRows(english, { ...agent, ...facts }).map(([, value]) => value);

test("an agent's values are shown, with times to the minute", () => {
  const [email, department, created, last, push] = valuesOf();
  expect([email, department, push]).toEqual([agent.email, "Bookings", "push enabled"]);
  expect([created, last]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  ]);
});

test.each([
  [{ email: "" }, 0, "Email not found!"],
  [{ department_name: "" }, 1, "Department not found!"],
  [{ created_on: "never" }, 2, "Invalid account creation date!"],
  [{ last_logged_on: new Date(0).toISOString() }, 3, "User has not logged in yet."],
  [{ push_subscription: "not_subscribed" as const }, 4, "push disabled"],
  [{ push_subscription: "" as never }, 4, "push disabled"],
])("the row %j is shown", (facts, row, text) => {
  expect(valuesOf(facts)[row]).toBe(text);
});

test("an address that is not confirmed says so", () => {
  expect(valuesOf({ email_confirmed_on: null })[0]).toBe("mira@harbour.example (not confirmed yet)");
});
