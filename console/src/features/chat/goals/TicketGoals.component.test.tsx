import type { GoalClock, TicketGoals as Goals } from "@parley/contract/goals";
import { languages } from "@parley/contract/sessions";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { TicketGoals } from "./TicketGoals.tsx";

const ticket = ticketOf(agents.mira, { has_goals: true });
const path = `/tickets/${ticket.ticketid}/goals`;
const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const clock = (facts: Partial<GoalClock>): GoalClock => ({
  ...{ goal: "first", policy_name: "Clients with a contract", in_hours: true, minutes: 30 },
  ...{ began_on: ago(60), ended_on: null, due_on: ago(-17.5), paused_on: null, missed: false, counted: 12 },
  ...{
    counts: [
      { from: ago(60), to: ago(56) },
      { from: ago(8), to: ago(0) },
    ],
    pauses: [],
  },
  ...facts,
});
const solved = clock({
  ...{ goal: "solved", minutes: 480, began_on: ago(3000), paused_on: ago(100), due_on: null, counted: 190 },
  counts: [
    { from: ago(3000), to: ago(2900) },
    { from: ago(190), to: ago(100) },
  ],
  pauses: [
    { from: ago(2900), to: ago(2000) },
    { from: ago(100), to: ago(0) },
  ],
});
const missed = clock({
  ...{ goal: "next", ended_on: ago(200), due_on: ago(260), missed: true, counted: 90, in_hours: false },
  counts: [{ from: ago(290), to: ago(200) }],
});

let network: Network;
beforeEach(() => {
  network = openNetwork({ [path]: (): Goals => ({ clocks: [clock({}), solved, missed], time_zone: "UTC" }) });
});
const open = (facts = {}) =>
  mount(
    <div style={{ width: 304 }} id="goals">
      <TicketGoals ticket={{ ...ticket, ...facts }} />
    </div>,
  );

test("each clock says how it stands, what counted, and by which rule", async () => {
  open();
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await expect.element(region("First answer").getByText("18 min left")).toBeVisible();
  await expect
    .element(region("First answer").getByText(/^12 min of 30 min have counted\. Only the opening hours/))
    .toBeVisible();
  await expect.element(region("Solved").getByText("paused", { exact: true })).toBeVisible();
  await expect.element(region("Solved").getByText(/the client was to write does not count\.$/)).toBeVisible();
  await expect.element(region("Next answer").getByText("missed")).toBeVisible();
  expect(document.querySelectorAll(".bg-danger").length).toBeGreaterThan(0);
});

test("hours that never open say so", async () => {
  network.on(path, () => ({ clocks: [clock({ due_on: null, counted: 0, counts: [] })], time_zone: "UTC" }));
  open();
  await expect.element(page.getByText(/no such moment within a year/)).toBeVisible();
});

test("goals that are not answered can be asked for again, and a ticket without a clock shows nothing", async () => {
  network.on(path, broken);
  open();
  await expect.element(page.getByText("The goals could not be loaded")).toBeVisible();
  network.on(path, () => ({ clocks: [], time_zone: "UTC" }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => document.querySelector("#goals")?.textContent).toBe("");
});

test("nothing is wider than the column in any language", async () => {
  onTestFinished(() => changeLanguage("en"));
  open();
  await expect.element(page.getByText("18 min left")).toBeVisible();
  for (const language of languages) {
    await changeLanguage(language);
    await expect.poll(() => document.documentElement.lang).toBe(language);
    const box = document.querySelector("#goals");
    expect([language, (box?.scrollWidth ?? 999) <= 304]).toEqual([language, true]);
  }
});

test("a change of the ticket's goals fetches the clocks again", async () => {
  const { draw } = open();
  await expect.element(page.getByText("18 min left")).toBeVisible();
  network.on(path, () => ({ clocks: [clock({ ended_on: ago(0), counted: 12 })], time_zone: "UTC" }));
  draw(
    <div>
      <TicketGoals ticket={{ ...ticket, goal_paused: true }} />
    </div>,
  );
  await expect.element(page.getByText("met", { exact: true })).toBeVisible();
});
