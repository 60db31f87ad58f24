import type { Action } from "@parley/contract/actions";
import { limits } from "@parley/contract/limits";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { ActionsBox, agentFilters, clientFilters } from "./ActionsBox.tsx";

const of = { name: "listAgentActions", id: "a1" } as const;
const path = "/admin/a1/user-actions";
const rows = page.getByRole("listitem");
const ticketid = "70000000-0000-4000-8000-000000000001";
const action = (id: number, facts: Partial<Action> = {}): Action => ({
  id,
  action_type: "ticket_accept",
  action_time: at(id),
  ticketid,
  rating: null,
  ...facts,
});
const fullPage = Array.from({ length: limits.actionsPage }, (_, index) => action(500 - index));

let actions: Action[];
let network: Network;
beforeEach(() => {
  actions = [
    action(3, { action_type: "ticket_rating", rating: 2 }),
    action(2),
    action(1, { action_type: "user_login", ticketid: null }),
  ];
  network = openNetwork({ [path]: () => actions });
});

test("a list that scrolls is a stop of the Tab key, a short one is not", async () => {
  const list = page.getByRole("list");
  mount(<ActionsBox of={of} filters={agentFilters} />);
  await expect.element(rows).toHaveLength(3);
  await expect.element(list).not.toHaveAttribute("tabindex");
  actions = fullPage.map((one) => ({ ...one, action_type: "user_login", ticketid: null }));
  await expect.element(list).toHaveAttribute("tabindex", "0");
});

test("each action says what happened, and links to its ticket where it has one", async () => {
  mount(<ActionsBox of={of} filters={agentFilters} />);
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.nth(0)).toMatchTextContent("Ticket rated");
  await expect.element(rows.nth(1).getByRole("link")).toMatchTextContent("70000000");
  await expect
    .element(rows.nth(1).getByRole("link"))
    .toHaveAttribute("href", expect.stringContaining("70000000"));
  await expect.element(rows.nth(2)).toMatchTextContent("Signed in");
  await expect.element(rows.nth(2).getByRole("link")).not.toBeInTheDocument();
});

test("the filter asks the server for one kind", async () => {
  mount(<ActionsBox of={of} filters={agentFilters} />);
  await expect.element(rows).toHaveLength(3);
  actions = [action(3, { action_type: "ticket_rating", rating: 3 })];
  await page.getByRole("combobox", { name: "Show" }).click();
  await page.getByRole("option", { name: "rating" }).click();
  await expect.element(rows).toHaveLength(1);
  expect(network.calls.map((call) => call.path)).toEqual([`${path}?filter=ALL`, `${path}?filter=rating`]);
});

test("a client's actions have no filter for signing in and out", async () => {
  mount(<ActionsBox of={of} filters={clientFilters} />);
  await page.getByRole("combobox", { name: "Show" }).click();
  await expect.element(page.getByRole("option", { name: "ticket" })).toBeVisible();
  await expect.element(page.getByRole("option", { name: "login" })).not.toBeInTheDocument();
});

test("a full page offers the next, which continues after the last action", async () => {
  actions = fullPage;
  mount(<ActionsBox of={of} filters={agentFilters} />);
  const more = page.getByRole("button", { name: "Show more" });
  await expect.element(more).toBeVisible();
  actions = [action(7)];
  await more.click();
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(rows).toHaveLength(limits.actionsPage + 1);
  expect(network.calls.at(-1)?.path).toBe(`${path}?filter=ALL&before=${fullPage.at(-1)?.id}`);
});

test("a next page that fails keeps the shown ones and offers a retry", async () => {
  actions = fullPage;
  mount(<ActionsBox of={of} filters={agentFilters} />);
  const more = page.getByRole("button", { name: "Show more" });
  await expect.element(more).toBeVisible();
  network.on(path, broken);
  await more.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The actions could not be loaded");
  await expect.element(rows.first()).toMatchTextContent("Ticket accepted");
  network.on(path, () => [action(7)]);
  await more.click();
  await expect.element(rows).toHaveLength(limits.actionsPage + 1);
});

test("an empty box says so", async () => {
  actions = [];
  mount(<ActionsBox of={of} filters={agentFilters} />);
  await expect.element(page.getByText("Nothing has happened yet")).toBeVisible();
});

test("a first page that fails offers a retry", async () => {
  network.on(path, broken);
  mount(<ActionsBox of={of} filters={agentFilters} />);
  await expect.element(page.getByText("The actions could not be loaded")).toBeVisible();
  network.on(path, () => actions);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(rows).toHaveLength(3);
});
