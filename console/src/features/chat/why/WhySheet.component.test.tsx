import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, at, departments, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { explained, first, vip } from "../../../sample/rules.ts";
import { WhySheet } from "./WhySheet.tsx";

const ticket = ticketOf(agents.mira);
const { ticketid } = ticket;
const path = `/tickets/${ticketid}/rules`;

let network: Network;
beforeEach(() => {
  network = openNetwork({
    [path]: () => explained,
    [`/${ticketid}/automatic-messages`]: () => [],
    "/tags": () => ({ closed: false, tags: [{ tagid: vip, name: "vip", colour: "red", archived_on: null }] }),
    "/auth/get-departments": () => Object.values(departments),
    "/auth/agents": () => [],
    "/channels": () => [],
    "/fields": () => [],
    [`/tickets/${ticketid}/routing`]: () => ({ offers: [], waiting: null }),
  });
});

let closed = 0;
const open = (shown: Ticket = ticket) => mount(<WhySheet ticket={shown} onClose={() => closed++} />);
const sheet = page.getByRole("dialog", { name: "Why?" });

test("rules that ran and that did not stand under what happened, each with the leaf that decided and what it saw", async () => {
  open();
  await expect.element(sheet.getByText(/did not run: its condition did not hold/)).toBeVisible();
  await expect.element(sheet.getByText(/Department is Bookings · it was Refunds/)).toBeVisible();
  await expect.element(sheet.getByRole("img", { name: "Not true" })).toBeVisible();
  await expect.element(sheet.getByText("a ticket is opened", { exact: true })).toBeVisible();
  await expect
    .element(sheet.getByText(/ran: set the priority: High and notify the department/))
    .toBeVisible();
  await expect.element(sheet.getByText(/Tags is none of vip · it was nothing/)).toBeVisible();
});

test("the sheet names what it explains: rules and automatic messages, and routing and goals where the ticket has them", async () => {
  const { draw } = open();
  await expect.element(sheet.getByText(/why: rules and automatic messages\.$/)).toBeVisible();
  const agent = { userid: agents.mira.id, user_name: "Mira Halvorsen", load: 5, capacity: 5, why: "full" };
  const waiting = { mode: "round_robin", language: null, skills: [], agents: [agent] };
  network.on(`/tickets/${ticketid}/routing`, () => ({ offers: [], waiting }));
  const clock = {
    ...{
      goal: "first",
      policy_name: "Answers",
      minutes: 30,
      in_hours: false,
      counted: 12,
      pauses: [],
      counts: [],
    },
    ...{ began_on: at(0), ended_on: null, due_on: at(30), paused_on: null, missed: false },
  };
  network.on(`/tickets/${ticketid}/goals`, () => ({ clocks: [clock], time_zone: "UTC" }));
  draw(<p>closed</p>);
  open({ ...ticket, has_goals: true });
  await expect
    .element(sheet.getByText(/why: routing, rules, response goals, and automatic messages\.$/))
    .toBeVisible();
  await expect.element(sheet.getByRole("heading", { name: "Rules" })).toBeVisible();
  await expect.element(sheet.getByText("By the policy Answers")).toBeVisible();
  await expect.element(sheet.getByText("no room: 5 of 5 open")).toBeVisible();
});

test("rules that were never asked name what they hear, and automatic messages follow", async () => {
  open();
  const never = sheet.getByRole("region", { name: "Never asked here" });
  await expect
    .element(never.getByRole("listitem"))
    .toHaveTextContent(
      "Nobody waits hears: a client has waited 90 minutes of opening hours for an answer · only for Refunds · switched off",
    );
  await expect.element(sheet.getByText("The company has no automatic messages.")).toBeVisible();
});

test.each([
  ["stopped", "was not asked: a rule before it ran"],
  ["loop", "did not run again: its own change led back to it"],
  ["ceiling", "rules had changed this ticket 60 times within an hour"],
  ["refused", "changed nothing: This ticket is closed"],
] as const)("the outcome %s is said in plain words", async (outcome, words) => {
  const reason = outcome === "refused" ? { code: "ticket_closed" as const, facts: {} } : null;
  const judged = { ruleid: first.ruleid, version: 3, outcome, leaves: [], reason };
  const [one] = explained.judgements;
  network.on(path, () => ({ ...explained, judgements: [{ ...one, rules: [judged] }] }));
  open();
  await expect.element(sheet.getByText(new RegExp(words))).toBeVisible();
});

test("older judgements are fetched when they are asked for", async () => {
  const [one, other] = explained.judgements;
  const before = "2026-11-28T09:00:00.000Z~12";
  network.on(path, (call) =>
    call.path.includes("before=")
      ? { ...explained, judgements: [other] }
      : { ...explained, judgements: [one], before },
  );
  open();
  await expect.element(sheet.getByText("Among what is shown above.")).toBeVisible();
  await sheet.getByRole("button", { name: "Show older ones" }).click();
  await expect.element(sheet.getByText("a ticket is opened", { exact: true })).toBeVisible();
  await expect.element(sheet.getByText("Nothing that these rules hear happened here.")).toBeVisible();
});

test("a ticket of which no rule was asked says so, and one that cannot be loaded is asked for again", async () => {
  network.on(path, broken);
  open();
  await expect.element(sheet.getByText("This could not be loaded.")).toBeVisible();
  network.on(path, () => ({ judgements: [], before: null, versions: [] }));
  await sheet.getByRole("button", { name: "Retry" }).click();
  await expect.element(sheet.getByText(/No rule was asked about this ticket/)).toBeVisible();
});

test("the sheet fills a phone's screen, and Escape closes it", async () => {
  await page.viewport(390, 844);
  closed = 0;
  open();
  await expect.element(sheet.getByText(/did not run/)).toBeVisible();
  const { width, height } = sheet.element().getBoundingClientRect();
  expect([width, height]).toEqual([390, 844]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => closed).toBe(1);
});
