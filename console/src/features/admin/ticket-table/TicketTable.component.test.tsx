import { languages } from "@parley/contract/sessions";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { at, sharedTicket } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { TicketTable } from "./TicketTable.tsx";

const long = "Wolfeschlegelsteinhausenbergerdorff & Partners of the Northern Harbours";
const tickets = [1, 2, 3].map((n) =>
  sharedTicket({
    ticketid: `7000000${n}-0000-4000-8000-000000000001`,
    client_name: long,
    department_name: long,
    user_name: long,
    account_number: long,
    accepted_on: at(2),
    reopened_on: at(3),
    closed_on: at(4),
  }),
);

const fieldid = "f0000000-0000-4000-8000-000000000001";
const order = { fieldid, owner: "ticket", name: "Order", type: "text", choices: [], archived_on: null };
let chosen: object = {};
beforeEach(() => {
  chosen = {};
  openNetwork({ "/fields": () => [order], "/table-columns": () => chosen });
});

test("a table shows the columns that the agent chose, among them priority and a field", async () => {
  chosen = { tickets: ["client", "priority", fieldid] };
  const [first] = tickets;
  const ticket = { ...first, priority: "urgent", fields: { [fieldid]: "HT-1" } } as typeof first;
  mount(<TicketTable tickets={ticket ? [ticket] : []} zone="UTC" />);
  const titles = () =>
    page
      .getByRole("columnheader")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(titles).toEqual(["Ticket", "Client", "Priority", "Order", "Platform"]);
  await expect.element(page.getByRole("cell", { name: "Urgent" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "HT-1" })).toBeVisible();
});

test.each([1156, 700])("in %i px the platform is visible, however long the names are", async (width) => {
  await page.viewport(1440, 900);
  mount(
    <div style={{ width }}>
      <TicketTable tickets={tickets} zone="UTC" />
    </div>,
  );
  const pane = page.getByRole("region", { name: "Table of the tickets" });
  await expect.element(pane).toBeVisible();
  const { left, right } = pane.element().getBoundingClientRect();
  const platform = page.getByRole("columnheader", { name: "Platform" }).element().getBoundingClientRect();
  expect(platform.left).toBeGreaterThanOrEqual(left);
  expect(platform.right).toBeLessThanOrEqual(right + 1);
  const [cell] = page.getByRole("cell", { name: "Telegram" }).elements();
  expect(cell?.getBoundingClientRect().right).toBeLessThanOrEqual(right + 1);
});

const widths = [1156, 917];
const shown = languages.flatMap((language) => widths.map((width) => [language, width] as const));

test.each(shown)(
  "a table in %s and %i px shows each column whole and does not scroll",
  async (language, width) => {
    onTestFinished(() => changeLanguage("en"));
    await changeLanguage(language);
    await page.viewport(1440, 900);
    mount(
      <div style={{ width }}>
        <TicketTable tickets={tickets} zone="UTC" />
      </div>,
    );
    const pane = page.getByRole("region");
    await expect.element(pane).toBeVisible();
    const { scrollWidth, clientWidth } = pane.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    const columns = page
      .getByRole("columnheader")
      .elements()
      .map((column) => column.getBoundingClientRect());
    expect(columns).toHaveLength(10);
    for (const [at, { left }] of columns.entries())
      if (at > 0) expect(columns[at - 1]?.right).toBeLessThanOrEqual(left + 1);
  },
);

test.each(languages)(
  "each ticket is a card on a phone in %s, and nothing is wider than the screen",
  async (language) => {
    onTestFinished(() => changeLanguage("en"));
    await changeLanguage(language);
    await page.viewport(390, 844);
    mount(
      <main className="px-4">
        <TicketTable tickets={tickets} zone="UTC" />
      </main>,
    );
    const cards = page.getByRole("listitem");
    await expect.element(cards).toHaveLength(3);
    expect(document.documentElement.scrollWidth).toBe(390);
    expect(page.getByRole("table").elements()).toEqual([]);
    const [first] = cards.elements();
    for (const { ticketid, department_name, user_name, account_number, platform } of tickets.slice(0, 1)) {
      const shown = [ticketid.slice(0, 8), department_name, account_number ?? "", platform];
      for (const text of [...shown, (user_name ?? "").slice(0, 18)])
        expect(first?.textContent?.toLowerCase()).toContain(text.toLowerCase());
    }
    const right = first?.getBoundingClientRect().right ?? 0;
    for (const one of first?.querySelectorAll("dd, dt, a") ?? [])
      expect(one.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  },
);

test("a press anywhere on a card opens its ticket", async () => {
  await page.viewport(390, 844);
  mount(<TicketTable tickets={tickets.slice(0, 1)} zone="UTC" />);
  const link = page.getByRole("link", { name: "70000001" });
  await expect.element(link).toBeVisible();
  const box = page.getByRole("listitem").element().getBoundingClientRect();
  const middle = document.elementFromPoint(box.left + box.width / 2, box.bottom - 20);
  expect(middle?.closest("a")).toBe(link.element());
});
