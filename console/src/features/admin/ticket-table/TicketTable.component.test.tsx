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

test.each([1156, 700, 358])("in %i px the platform is visible, however long the names are", async (width) => {
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
