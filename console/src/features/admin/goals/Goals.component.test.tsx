import type { GoalPolicy } from "@parley/contract/goals";
import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { Goals } from "./Goals.tsx";

const none = { low: null, normal: null, high: null, urgent: null };
const policy = (policyid: string, name: string, more: Partial<GoalPolicy> = {}): GoalPolicy => ({
  ...{ policyid, name, condition: { all: [] }, in_hours: true, pauses: true, refers: [] },
  targets: { first: { low: 60, normal: 30, high: 30, urgent: 5 }, next: none, solved: none },
  ...{ changed_on: "2026-11-01T08:00:00.000Z", ended: 40, missed: 3 },
  ...more,
});
const urgent = policy("11111111-1111-4111-8111-111111111111", "Urgent ones", {
  condition: { field: "priority", operator: "is", value: "urgent" },
});
const rest = policy("22222222-2222-4222-8222-222222222222", "All others", {
  targets: { first: none, next: none, solved: { low: 600, normal: 600, high: 600, urgent: 600 } },
});
const missed = {
  ...{ ticketid: "33333333-3333-4333-8333-333333333333", short_id: "A7", client_name: "Olivia Grant" },
  ...{ department_name: "Bookings", goal: "first" as const, began_on: "2026-11-02T08:00:00.000Z" },
  ...{ due_on: "2026-11-02T08:30:00.000Z", ended_on: null },
};

let policies: GoalPolicy[];
let network: Network;
beforeEach(() => {
  policies = [urgent, rest];
  const list = () => ({ policies, time_zone: "UTC", redating: false });
  network = openNetwork({
    "/goal-policies": list,
    "/tags": () => ({ closed: false, tags: [] }),
    "/auth/get-departments": () => Object.values(departments),
    "/auth/agents": () => [],
    "/channels": () => [],
    "/fields": () => [],
    "/create-goal-policy": () => rest,
    "/update-goal-policy": () => urgent,
    "/order-goal-policies": list,
    "/delete-goal-policy": () => ({}),
    "/try-goal-policy": () => ({ tickets: 90, chosen: 41, met: 27, missed: 14, listed: [missed] }),
  });
});
const open = () =>
  mount(
    <>
      <Goals />
      <UnsavedGuard />
    </>,
    { viewer: agents.ingrid, routed: true },
  );
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("a list without policies says what will be there, and one that cannot be loaded is asked for again", async () => {
  policies = [];
  const { unmount } = open();
  await expect.element(page.getByText("No policies yet")).toBeVisible();
  unmount();
  network.on("/goal-policies", broken);
  open();
  await expect.element(page.getByText("The policies could not be loaded")).toBeVisible();
});

test("policies are read in their order with their minutes and outcomes", async () => {
  open();
  const row = (at: number) =>
    page.getByRole("list", { name: "Response goals" }).getByRole("listitem").nth(at);
  const has = (at: number, words: string) =>
    expect.poll(() => row(at).element().textContent).toContain(words);
  await has(0, "For Priority is Urgent");
  await has(0, "Low 60 min, Normal 30 min, High 30 min, Urgent 5 min");
  await has(0, "40 ended in 30 days, 3 of them late");
  await has(1, "For every ticket");
  await has(1, "Solved: 600 min");
});

test("a policy without a goal, or of zero minutes, is not sent; a complete one is tried and saved", async () => {
  open();
  await button("New policy").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Answers");
  await button("Save policy").click();
  await expect.element(page.getByText("Enter at least one goal.")).toBeVisible();
  const minutes = page.getByRole("textbox", { name: "First answer, Normal: minutes" });
  await minutes.fill("0");
  await expect.element(page.getByText("A goal takes 1 to 43200 minutes.")).toBeVisible();
  await minutes.fill("30");
  await button("Try it").click();
  await expect.element(page.getByText(/27 goals would have been met, 14 missed/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Olivia Grant" })).toBeVisible();
  const body = {
    ...{ name: "Answers", condition: { all: [] }, in_hours: true, pauses: true },
    targets: { first: { ...none, normal: 30 }, next: none, solved: none },
  };
  expect(network.sent("/try-goal-policy")).toEqual([body]);
  await button("Save policy").click();
  await expect.element(page.getByText("The policy is saved")).toBeVisible();
  expect(network.sent("/create-goal-policy")).toEqual([body]);
});

test("a refused policy says why and stays in the editor", async () => {
  network.on("/update-goal-policy", () => refusal(409, "conflict", reasonOf("goals_full", { max: 50 })));
  open();
  await button("Urgent ones").click();
  await page.getByRole("textbox", { name: "Name" }).fill("Others");
  await button("Save policy").click();
  await expect.element(page.getByText(/There are 50 policies already/)).toBeVisible();
});

test("a policy moves down, and is deleted once that was confirmed", async () => {
  open();
  await button("More for Urgent ones").click();
  await page.getByRole("menuitem", { name: "Move down" }).click();
  await expect
    .poll(() => network.sent("/order-goal-policies"))
    .toEqual([{ policyids: [rest.policyid, urgent.policyid] }]);
  await button("More for All others").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect.poll(() => network.sent("/delete-goal-policy")).toEqual([{ policyid: rest.policyid }]);
});
