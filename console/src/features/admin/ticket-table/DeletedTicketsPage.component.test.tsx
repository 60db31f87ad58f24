import type { DeletedTicket } from "@parley/contract/tickets";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { loadTexts } from "../../../i18n/index.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { DeletedTicketsPage } from "./DeletedTicketsPage.tsx";

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const deleted = (number: number, more: Partial<DeletedTicket> = {}): DeletedTicket => ({
  ticketid: `7000000${number}-0000-4000-8000-000000000001`,
  ...{
    platform: "telegram",
    client_name: "Olena Koval",
    department_name: "Bookings",
    created_on: inDays(-9),
  },
  ...{ messages: 4, deleted_on: inDays(-2), deleted_by_name: "Ingrid Solheim", kept_until: inDays(28) },
  ...more,
});

let network: Network;
beforeEach(async () => {
  await loadTexts("admin", "deleting", "reasons");
  network = openNetwork();
});
const draw = () =>
  mount(<DeletedTicketsPage />, { viewer: agents.ingrid, path: "/admin-panel/tickets/deleted" });

test("a list that does not come is asked for again", async () => {
  network.on("/admin/deleted-tickets", broken);
  draw();
  await expect.element(page.getByText("The deleted tickets could not be loaded")).toBeVisible();
  network.on("/admin/deleted-tickets", () => ({ tickets: [], more: false }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("No ticket was deleted in the last 30 days")).toBeVisible();
});

test("a deleted ticket shows whose it is, who deleted it and for how long it is kept, and is restored", async () => {
  let tickets = [deleted(1), deleted(2, { kept_until: inDays(0.2), client_name: "Rosa Lind" })];
  network.on("/admin/deleted-tickets", () => ({ tickets, more: false }));
  network.on("/admin/restore-ticket", () => {
    tickets = tickets.slice(1);
    return ticketOf(agents.ingrid, { ticketid: deleted(1).ticketid, stage: "closed", closed_on: inDays(-2) });
  });
  draw();
  const row = page.getByRole("row", { name: /70000001/ });
  await expect.element(row.getByText(/Olena.Koval/)).toBeVisible();
  await expect.element(row.getByText("Ingrid Solheim")).toBeVisible();
  await expect.element(row.getByText("28 days")).toBeVisible();
  await expect.element(page.getByRole("row", { name: /70000002/ }).getByText("1 day")).toBeVisible();
  await page.getByRole("button", { name: "Restore ticket 70000001" }).click();
  await expect.poll(() => network.sent("/admin/restore-ticket")).toEqual([{ ticketid: deleted(1).ticketid }]);
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(page.getByText("Ticket restored")).toBeVisible();
});

test("more of a long list comes on request, behind the last one on screen", async () => {
  network.on("/admin/deleted-tickets", ({ path }) =>
    path.includes("before=")
      ? { tickets: [deleted(3)], more: false }
      : { tickets: [deleted(1), deleted(2)], more: true },
  );
  draw();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.element(page.getByRole("row", { name: /70000003/ })).toBeVisible();
  expect(network.calls.at(-1)?.path).toContain(`before=${deleted(2).ticketid}`);
});

test("a phone shows a card with all of its facts and its button, also with the longest names", async () => {
  const long = "Wolfeschlegelsteinhausenbergerdorff & Partners of the Northern Harbours";
  const tickets = [deleted(1, { client_name: long, department_name: long, deleted_by_name: long })];
  network.on("/admin/deleted-tickets", () => ({ tickets, more: false }));
  await page.viewport(390, 844);
  draw();
  const button = page.getByRole("button", { name: "Restore ticket 70000001" });
  await expect.element(button).toBeVisible();
  const { left, right, height } = button.element().getBoundingClientRect();
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(390);
  expect(height).toBeGreaterThanOrEqual(44);
  const card = page.getByRole("listitem").element();
  expect(card.textContent).toContain("28 days");
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
