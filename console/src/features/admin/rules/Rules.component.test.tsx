import { reasonOf } from "@parley/contract/reasons";
import type { Rule } from "@parley/contract/rules";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agents, colleague, departments } from "../../../sample/build.ts";
import { type Mounted, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { first, second, trial, vip } from "../../../sample/rules.ts";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { Rules } from "./Rules.tsx";

let rules: Rule[];
let network: Network;
const list = () => ({ rules, time_zone: "UTC" });
beforeEach(() => {
  rules = [first, second];
  network = openNetwork({
    "/rules": list,
    "/tags": () => ({
      closed: false,
      tags: [{ tagid: vip, name: "vip", colour: "red", archived_on: null }],
    }),
    "/auth/get-departments": () => Object.values(departments),
    "/auth/agents": () => [colleague("Jonas", "online")],
    "/channels": () => [],
    "/fields": () => [],
    "/create-rule": () => first,
    "/update-rule": () => first,
    "/switch-rule": () => first,
    "/order-rules": list,
    "/delete-rule": () => ({}),
    "/undo-rule": () => first,
    "/try-rule": () => trial,
  });
});

const open = (): Mounted =>
  mount(
    <>
      <Rules />
      <UnsavedGuard />
    </>,
    { viewer: agents.ingrid, routed: true },
  );
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const ids = (...of: Rule[]) => of.map(({ ruleid }) => ruleid);
const settings = ({ name, enabled, departmentids, when, condition, actions, stops }: Rule) => ({
  ...{ name, enabled, departmentids, when, condition, actions, stops },
});
async function edit({ name }: Rule) {
  await button(`Edit ${name}`).click();
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue(name);
}
async function act({ name }: Rule, action: string) {
  await button(`Actions for ${name}`).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("rules are sentences in their order, with their runs, and one that is off says why", async () => {
  open();
  const row = (at: number) => page.getByRole("list", { name: "Rules" }).getByRole("listitem").nth(at);
  const has = (at: number, words: string) =>
    expect.poll(() => row(at).element().textContent).toContain(words);
  await has(0, "When a client writes, if Client’s tags is one of vip and Department is Bookings,");
  await has(0, "then set the priority: High and notify the department");
  await has(0, "ran 37 times in 30 days");
  await has(1, "When a client has waited 90 minutes of opening hours for an answer, then add vip");
  await has(1, "Off since the tag vip is gone");
  await has(1, "only for Refunds · did not run in 30 days");
});

test("a list without rules says what will be there, and one that cannot be loaded is asked for again", async () => {
  rules = [];
  const { unmount } = open();
  await expect.element(page.getByText("No rules yet")).toBeVisible();
  unmount();
  network.on("/rules", broken);
  open();
  await expect.element(page.getByText("The rules could not be loaded")).toBeVisible();
  network.on("/rules", list);
  await button("Retry").click();
  await expect.element(page.getByText("No rules yet")).toBeVisible();
});

test("rules get another order by the arrow keys on their grip, by the menu, and by dragging", async () => {
  open();
  const grip = button("Move VIPs are seen first, place 1");
  await expect.element(grip).toBeVisible();
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => network.sent("/order-rules")).toEqual([{ ruleids: ids(second, first) }]);
  await expect.element(page.getByText("VIPs are seen first is now number 2 of 2")).toBeInTheDocument();
  // The server's list has the old order again.
  await expect.element(grip).toBeVisible();
  await act(second, "Move up");
  await expect.poll(() => network.sent("/order-rules")).toHaveLength(2);
  await expect.element(grip).toBeVisible();
  await grip.dropTo(page.getByText(/only for Refunds/));
  await expect.poll(() => network.sent("/order-rules")).toHaveLength(3);
  expect(network.sent("/order-rules").at(-1)).toEqual({ ruleids: ids(second, first) });
});

test("a switch that the server refuses goes back, with the reason", async () => {
  const gone = reasonOf("rule_names_gone", { name: "vip" });
  network.on("/switch-rule", () => refusal(400, "invalid", gone));
  open();
  const toggle = page.getByRole("switch", { name: "Nobody waits is on" });
  await toggle.click();
  await expect.element(page.getByText(/The rule names something that is gone: vip/)).toBeVisible();
  await expect.element(toggle).not.toBeChecked();
});

test("a rule is deleted once that is confirmed", async () => {
  open();
  await act(first, "Delete");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(network.sent("/delete-rule")).toEqual([]);
  await act(first, "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(() => network.sent("/delete-rule")).toEqual([{ ruleid: first.ruleid }]);
});

test("versions name who changed what and when, and an earlier one is taken again", async () => {
  const version = { ...first, version: 2, name: "VIPs", changed_by_name: "Tomas" };
  network.on(`/rules/${first.ruleid}/versions`, broken);
  open();
  await act(first, "Versions");
  await expect.element(dialog.getByText("The versions could not be loaded.")).toBeVisible();
  network.on(`/rules/${first.ruleid}/versions`, () => ({ versions: [first, version] }));
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expect.element(dialog.getByText("Holds now")).toBeVisible();
  await expect.element(dialog.getByText(/by Tomas,/)).toBeVisible();
  await dialog.getByRole("button", { name: "Go back to version 2" }).click();
  await expect.poll(() => network.sent("/undo-rule")).toEqual([{ ruleid: first.ruleid, version: 2 }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a rule is written as a sentence, and what is missing is named at its field", async () => {
  open();
  await button("New rule").click();
  await page.getByRole("checkbox", { name: /^Stop here/ }).click();
  await button("Save").click();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect.element(name).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByText("Choose at least one thing that happens.")).toBeVisible();
  await expect.element(page.getByText("Add what the rule does.")).toBeVisible();
  expect(network.sent("/create-rule")).toEqual([]);
  await expect.element(name).toHaveFocus();
  await name.fill("Greet");
  await page.getByRole("combobox", { name: "What happens" }).click();
  await page.getByRole("option", { name: "a ticket is opened" }).click();
  await page.getByRole("option", { name: "a ticket is reopened" }).click();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("combobox", { name: "Add an action" }).click();
  await page.getByRole("option", { name: "Write a note" }).click();
  await button("Save").click();
  await expect.element(page.getByText("Write the note.")).toBeVisible();
  await page.getByRole("textbox", { name: "Text of the note" }).fill("Say hello");
  await expect
    .element(
      page.getByText(/^When a ticket is opened or a ticket is reopened, then write the note “Say hello”$/),
    )
    .toBeVisible();
  await button("Condition").click();
  await button("Save").click();
  await expect.element(page.getByText(/^A condition has no value yet/)).toBeVisible();
  await page.getByRole("combobox", { name: "What is asked" }).click();
  await page.getByRole("option", { name: "Handler" }).click();
  await page.getByRole("combobox", { name: "Value" }).click();
  await expect.element(page.getByRole("option", { name: "nobody" })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "me", exact: true })).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await button("Remove this condition").click();
  await expect.element(page.getByText("Without a condition the rule holds for every ticket.")).toBeVisible();
  await button("Save").click();
  await expect
    .poll(() => network.sent("/create-rule"))
    .toEqual([
      {
        ...{ name: "Greet", enabled: true, departmentids: null, stops: true },
        when: { kind: "event", events: ["opened", "reopened"] },
        condition: { all: [] },
        actions: [{ kind: "note", content: "Say hello" }],
      },
    ]);
  await expect.element(page.getByText("The rule is saved")).toBeVisible();
});

test("a wait has a whole number of minutes, at most those of 30 days", async () => {
  open();
  await edit(second);
  const amount = page.getByRole("spinbutton", { name: "For how long" });
  await expect.element(amount).toHaveValue(90);
  await amount.fill("50000");
  await button("Save").click();
  await expect.element(page.getByText(/at most 30 days/)).toBeVisible();
  await expect.element(amount).toHaveFocus();
  await amount.fill("2");
  await page.getByRole("combobox", { name: "Unit" }).click();
  await page.getByRole("option", { name: "hours" }).click();
  await page.getByRole("combobox", { name: "What time counts" }).click();
  await page.getByRole("option", { name: "day and night" }).click();
  await button("Save").click();
  const when = { kind: "wait", wait: "unanswered", minutes: 120, in_hours: false };
  const { ruleid, version } = second;
  await expect
    .poll(() => network.sent("/update-rule"))
    .toEqual([{ ...settings(second), when, ruleid, version }]);
});

test("a rule hears some minutes before a goal is due, which says nothing of opening hours", async () => {
  network.on("/update-rule", () => second);
  open();
  await edit(second);
  await page.getByRole("combobox", { name: "What the rule hears" }).click();
  await page.getByRole("option", { name: "a goal is due soon" }).click();
  await page.getByRole("combobox", { name: "What is due" }).click();
  await page.getByRole("option", { name: "the next answer" }).click();
  await page.getByRole("spinbutton", { name: "How long before" }).fill("15");
  await page.getByRole("combobox", { name: "Unit" }).click();
  await page.getByRole("option", { name: "minutes" }).click();
  await expect.element(page.getByRole("combobox", { name: "What time counts" })).not.toBeInTheDocument();
  await expect.element(page.getByText("the next answer is due in 15 minutes").first()).toBeVisible();
  await button("Save").click();
  const when = { kind: "wait", wait: "goal_next", minutes: 15, in_hours: false };
  await expect.poll(() => network.sent("/update-rule")).toMatchObject([{ when }]);
});

test("a rule that was changed meanwhile is shown beside what was typed, which is kept and can be saved over it", async () => {
  network.on("/update-rule", () => refusal(409, "conflict", reasonOf("rule_changed")));
  open();
  await edit(first);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("VIPs first");
  rules = [{ ...first, version: 4, name: "Important clients", changed_by_name: "Tomas" }, second];
  await button("Save").click();
  await expect.element(page.getByText(/Tomas changed this rule meanwhile/)).toBeVisible();
  await expect.element(page.getByText("Important clients")).toBeVisible();
  await expect.element(name).toHaveValue("VIPs first");
  network.on("/update-rule", () => first);
  await button("Save mine as the newest version").click();
  await expect
    .poll(() => network.sent("/update-rule"))
    .toEqual(
      [3, 4].map((version) => ({ ...settings(first), name: "VIPs first", ruleid: first.ruleid, version })),
    );
  await expect.element(button("New rule")).toBeVisible();
});

test("a rule that was deleted meanwhile keeps what was typed, and saving it makes a new one", async () => {
  const { cache } = open();
  await edit(first);
  await page.getByRole("textbox", { name: "Name" }).fill("VIPs first");
  rules = [second];
  await cache.invalidateQueries();
  await expect.element(page.getByText(/This rule was deleted meanwhile/)).toBeVisible();
  await button("Save").click();
  await expect.poll(() => network.sent("/create-rule")).toEqual([{ ...settings(first), name: "VIPs first" }]);
});

test("leaving a changed rule asks first, and what the server refuses is said and loses nothing", async () => {
  network.on("/create-rule", () => refusal(409, "conflict", reasonOf("rules_full", { max: 200 })));
  network.on("/update-rule", () => refusal(409, "conflict", reasonOf("rules_full", { max: 200 })));
  open();
  await edit(first);
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Other");
  await button("Save").click();
  await expect.element(page.getByText(/There are 200 rules already/)).toBeVisible();
  await expect.element(name).toHaveValue("Other");
  await button("All rules").click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("Other");
  await button("Cancel").click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(button("New rule")).toBeVisible();
});

test("a rule is tried before it is saved: the tickets, what would change, the leaf that decided, and the difference", async () => {
  open();
  await edit(first);
  const panel = page.getByRole("region", { name: "Try it", exact: true }).first();
  await button("Try on the last 500 tickets").click();
  await expect.element(panel.getByText(/^It would have run 1 time in the last 500 tickets/)).toBeVisible();
  await expect.element(panel.getByText("(version 3: 0)")).toBeVisible();
  await expect.element(panel.getByText(/Nothing was changed or sent\.$/)).toBeVisible();
  await expect.element(panel.getByText(/^set the priority: High and notify the department/)).toBeVisible();
  await expect.element(panel.getByText("not so before")).toBeVisible();
  await expect.element(panel.getByText(/Client’s tags is one of vip · it was vip/)).toBeVisible();
  const { enabled: _enabled, ...tried } = settings(first);
  expect(network.sent("/try-rule")).toEqual([{ ...tried, ruleid: first.ruleid }]);
  await page.getByRole("combobox", { name: "Which tickets" }).click();
  await page.getByRole("option", { name: "Would not run (1)" }).click();
  await expect.element(panel.getByText("Nothing: the condition does not hold")).toBeVisible();
  await expect.element(panel.getByText(/Department is Bookings · it was Refunds/)).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Other");
  await expect.element(panel.getByText("The rule was changed since: try it again.")).toBeVisible();
  expect(network.sent("/update-rule")).toEqual([]);
});

test("a trial that fails says why and is tried again", async () => {
  network.on("/try-rule", () => refusal(422, "search_too_long", reasonOf("search_too_long")));
  open();
  await edit(first);
  await button("Try on the last 500 tickets").click();
  await expect.element(page.getByText(/The rule could not be tried:/)).toBeVisible();
  network.on("/try-rule", () => trial);
  await button("Retry").click();
  await expect.element(page.getByText(/^It would have run 1 time in the last 500 tickets/)).toBeVisible();
});

test("a rule sends to a webhook that reads tickets, chosen by its name", async () => {
  const webhook = (name: string, webhookid: string, types: string[]) => ({ name, webhookid, types });
  const pager = "95000000-0000-4000-8000-000000000001";
  network.on("/webhooks", () => ({
    webhooks: [
      webhook("Pager", pager, []),
      webhook("CRM", "95000000-0000-4000-8000-000000000002", ["client_create"]),
    ],
  }));
  open();
  await edit(first);
  await page.getByRole("combobox", { name: "Add an action" }).click();
  await page.getByRole("option", { name: "Send to a webhook" }).click();
  await button("Save").click();
  await expect.element(page.getByText("Choose a webhook.")).toBeVisible();
  await page.getByRole("combobox", { name: "Send to a webhook" }).click();
  await expect.element(page.getByRole("option", { name: "CRM" })).not.toBeInTheDocument();
  await page.getByRole("option", { name: "Pager" }).click();
  await expect.element(page.getByText(/and send it to the webhook Pager$/)).toBeVisible();
  await button("Save").click();
  await expect
    .poll(() => network.sent("/update-rule"))
    .toMatchObject([{ actions: [...first.actions, { kind: "webhook", webhookid: pager }] }]);
});
