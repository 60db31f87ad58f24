import type { View } from "@parley/contract/views";
import { useLocation } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork, refusal } from "../../../sample/network.ts";
import { rememberView } from "../views/remembered.ts";
import { PendingTickets } from "./PendingTickets.tsx";

const sentId = "f0000000-0000-4000-8000-000000000009";
const view: View = {
  viewid: "f0000000-0000-4000-8000-000000000001",
  name: "Long subject of mine",
  condition: { field: "subject", operator: "contains", value: "invoice" },
  sort: "activity",
  audience: "own",
  departmentid: null,
  maker: { userid: agents.mira.id, name: "Mira Halvorsen", left: false },
  may_change: true,
  refers: [],
};

beforeEach(async () => {
  await page.viewport(1440, 900);
  rememberView("all");
});

const Address = () => <output aria-label="Address">{useLocation().search}</output>;

function open({ path = "/", shown = [view] }: { path?: string; shown?: View[] } = {}) {
  const cache = createCache();
  const facts = (n: number) => ({ ticketid: `8000000${n}-0000-4000-8000-000000000001` });
  const own = { userid: agents.mira.id, accepted: true };
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, { views: shown, order: [], time_zone: "UTC" });
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticketOf(agents.mira, { ...facts(1), client_name: "Olena Koval" }),
    ticketOf(agents.mira, { ...facts(2), ...own, client_name: "Henrik Aas", subject: "Invoice 7" }),
    ticketOf(agents.mira, { ...facts(3), client_name: "Nina Berger", created_on: at(-9), failed: true }),
  ]);
  mount(
    <div className="flex h-200 w-88 flex-col">
      <PendingTickets />
      <Address />
    </div>,
    { cache, path },
  );
}

const cards = page.getByRole("listitem");
const pressed = page.getByRole("button", { pressed: true });
const address = page.getByRole("status", { name: "Address" });

test("views show their numbers, five of them, and the others behind a row", async () => {
  open();
  for (const row of ["All3", "Mine1", "Waiting to be accepted2", "Others0", "Waiting for client0"])
    await expect.element(page.getByRole("button", { name: row.replace(/(\d)$/, " $1") })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Failed" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "3 more views" }).click();
  await page.getByRole("button", { name: "Long subject of mine 1" }).click();
  await expect.element(cards).toHaveLength(1);
  await page.getByRole("button", { name: "Fewer views" }).click();
  await expect.element(pressed).toMatchTextContent("Long subject of mine");
});

test("the chosen view is in the address, and an address opens its view", async () => {
  open({ path: "/?view=failed" });
  await expect.element(pressed).toMatchTextContent("Failed");
  await expect.element(cards).toMatchTextContent("Nina Berger");
  await page.getByRole("button", { name: /^Mine/ }).click();
  await expect.element(address).toMatchTextContent("?view=mine");
});

test("keys choose views by their place", async () => {
  open();
  await expect.element(cards).toHaveLength(3);
  await userEvent.keyboard("2");
  await expect.element(pressed).toMatchTextContent("Mine");
  await expect.element(cards).toHaveLength(1);
  await userEvent.keyboard("3");
  await expect.element(cards).toHaveLength(2);
  await expect.element(cards.first()).toMatchTextContent("Nina Berger");
});

test("a ticket leaves a view and its number as soon as time has moved it", async () => {
  const created = new Date(Date.now() - 3_600_000 + 1_500).toISOString();
  const fresh: View = {
    ...view,
    name: "New",
    condition: { field: "created_on", operator: "within", value: { amount: 1, unit: "hour" } },
  };
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(keys.views, { views: [fresh], order: [fresh.viewid], time_zone: "UTC" });
  cache.setQueryData(openTicketsQuery.queryKey, [ticketOf(agents.mira, { created_on: created })]);
  mount(
    <div className="flex h-200 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache, path: `/?view=${fresh.viewid}` },
  );
  await expect.element(page.getByRole("button", { name: "New 1" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "New 0" })).toBeVisible();
  await expect.element(page.getByText("No tickets here")).toBeVisible();
});

test("a view that asks for what was deleted says so", async () => {
  const condition = { field: "tags", operator: "one_of" as const, value: [sentId] };
  open({
    path: `/?view=${view.viewid}`,
    shown: [{ ...view, condition, refers: [{ id: sentId, name: "Refund", gone: true }] }],
  });
  await expect.element(page.getByText("Gone, so that its condition finds no ticket: Refund")).toBeVisible();
});

test("a colleague's view opens by its address and is kept", async () => {
  const jonas = { userid: agents.jonas.id, name: "Jonas Weber", left: false };
  const network = openNetwork({
    [`/views/${sentId}`]: () => ({
      ...view,
      viewid: sentId,
      name: "Of Jonas",
      maker: jonas,
      may_change: false,
    }),
    "/create-view": () => view,
    "/views": () => ({ views: [view], order: [], time_zone: "UTC" }),
  });
  open({ path: `/?view=${sentId}` });
  await expect.element(page.getByText("A view of Jonas Weber")).toBeVisible();
  await expect.element(cards).toMatchTextContent("Henrik Aas");
  await page.getByRole("button", { name: "Keep it" }).click();
  await expect.element(address).toMatchTextContent(view.viewid);
  expect(network.sent("/create-view")).toMatchObject([{ name: "Of Jonas", condition: view.condition }]);
});

test("an address of a view that is gone says so and leads to all", async () => {
  openNetwork({ [`/views/${sentId}`]: () => refusal(404, "not_found", { code: "view_unknown", facts: {} }) });
  open({ path: `/?view=${sentId}` });
  await expect.element(page.getByText("This view is not there any more")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect.element(cards).toHaveLength(3);
});

test("the list is put in the order of the longest wait", async () => {
  open();
  await expect.element(cards.first()).toMatchTextContent("Olena Koval");
  await page.getByRole("button", { name: "Order: Last activity" }).click();
  await page.getByRole("menuitem", { name: "Longest waiting" }).click();
  await expect.element(cards.first()).toMatchTextContent("Nina Berger");
  await page.getByRole("button", { name: "Order: Longest waiting" }).click();
  await page.getByRole("menuitem", { name: "Last activity" }).click();
  await expect.element(cards.first()).toMatchTextContent("Olena Koval");
});

test("a phone brings the chosen view on screen", async () => {
  await page.viewport(390, 844);
  open({ path: `/?view=${view.viewid}` });
  const chosen = page.getByRole("button", { name: "Long subject of mine 1" });
  await expect.element(chosen).toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "New view" })).toBeVisible();
  await expect.element(chosen).toBeInViewport();
});

test("views stand side by side on a phone, whole in every language", async () => {
  await page.viewport(390, 844);
  open();
  await expect.element(page.getByRole("button", { name: "Failed 1" })).toBeInTheDocument();
  for (const language of ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"] as const) {
    await changeLanguage(language);
    const buttons = [...document.querySelectorAll<HTMLElement>("fieldset button[aria-pressed]")];
    expect(buttons).toHaveLength(8);
    for (const button of buttons) {
      expect(button.scrollWidth, `${language} ${button.textContent}`).toBeLessThanOrEqual(button.clientWidth);
      expect(button.getBoundingClientRect().height).toBe(44);
    }
  }
  await changeLanguage("en");
});
