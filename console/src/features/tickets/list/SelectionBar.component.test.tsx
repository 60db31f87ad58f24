import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork } from "../../../sample/network.ts";
import { rememberView } from "../views/remembered.ts";
import { PendingTickets } from "./PendingTickets.tsx";
import { forgetRefused } from "./refused-tickets.ts";
import { stopChoosing } from "./selection.ts";

const ids = [1, 2, 3, 4].map((number) => `80000000-0000-4000-8000-00000000000${number}`);
const tickets = ["Ana", "Ben", "Cleo", "Dan"].map((client_name, index) =>
  ticketOf(agents.mira, { client_name, ticketid: ids[index] ?? "" }),
);

let network: Network;
beforeEach(() => {
  rememberView("all");
  stopChoosing();
  forgetRefused();
  network = openNetwork({
    "/tickets/change": () => ({ changed: ids, refused: [] }),
    "/tickets": () => tickets,
  });
});

async function open() {
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  cache.setQueryData(openTicketsQuery.queryKey, tickets);
  mount(
    <div className="flex h-150 w-88 flex-col">
      <PendingTickets />
    </div>,
    { cache },
  );
  await page.getByRole("button", { name: "Choose several tickets" }).click();
  await expect.element(page.getByRole("toolbar")).toBeVisible();
}

const box = (name: string) => page.getByRole("checkbox", { name: `Choose ${name}` });
const button = (name: string) => page.getByRole("toolbar").getByRole("button", { name });
async function menu(name: string) {
  await button("More actions").click();
  await page.getByRole("menuitem", { name }).click();
}
const count = page.getByRole("toolbar").getByRole("status");
const sent = () => network.sent("/tickets/change");

test("the number of chosen tickets is never cut, however many there are", async () => {
  await open();
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  const shown = count.element();
  shown.firstElementChild?.replaceChildren("1000");
  expect([shown.scrollWidth, shown.clientWidth]).toEqual([shown.clientWidth, shown.clientWidth]);
});

test("tickets are chosen by pointer, as a range with Shift, by keyboard and all at once", async () => {
  await open();
  await expect.element(button("Accept")).toBeDisabled();
  await box("Ana").click();
  await box("Cleo").click({ modifiers: ["Shift"] });
  await expect.element(count).toMatchTextContent("3 chosen");
  (box("Dan").element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(count).toMatchTextContent("4 chosen");
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  await expect.element(count).toMatchTextContent("0 chosen");
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  await expect.element(count).toMatchTextContent("4 chosen");
  await button("Stop choosing").click();
  await expect.element(page.getByRole("toolbar")).not.toBeInTheDocument();
});

test("the bar of actions is no wider than a narrow list", async () => {
  await open();
  const bar = page.getByRole("toolbar").element();
  expect(bar.scrollWidth).toBeLessThanOrEqual(bar.clientWidth);
});

test("accepted tickets can be released within ten seconds", async () => {
  await open();
  await box("Ana").click();
  await box("Ben").click();
  network.on("/tickets/change", () => ({ changed: ids.slice(0, 2), refused: [] }));
  await button("Accept").click();
  await expect.element(page.getByText("2 tickets accepted")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(sent).toEqual([
    { ticketids: ids.slice(0, 2), change: { kind: "accept" } },
    { ticketids: ids.slice(0, 2), change: { kind: "move", newDepartment: tickets[0]?.departmentid } },
  ]);
});

test("closing is asked, goes silently if so chosen, and has no undo; a refused ticket is named", async () => {
  await open();
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  const refused = [
    { ticketid: ids[1], message: "This ticket is closed.", reason: reasonOf("ticket_closed") },
  ];
  network.on("/tickets/change", () => ({ changed: ids.filter((id) => id !== ids[1]), refused }));
  await button("Close").click();
  expect(sent()).toEqual([]);
  await page.getByRole("checkbox", { name: "Close silently" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect.element(page.getByText("1 ticket could not be changed")).toBeVisible();
  await expect.element(page.getByRole("dialog").getByText("Ben")).toBeVisible();
  await expect.element(page.getByText("This ticket is closed.")).toBeVisible();
  expect(sent()).toEqual([{ ticketids: ids, change: { kind: "close", silently: true } }]);
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await expect.element(page.getByText("3 tickets closed")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("chosen tickets are snoozed together", async () => {
  await open();
  await box("Dan").click();
  await button("Snooze").click();
  await page.getByRole("button", { name: "Tomorrow at opening" }).click();
  await expect.poll(sent).toEqual([{ ticketids: [ids[3]], change: { kind: "snooze", until: "tomorrow" } }]);
});

test("chosen tickets are marked as spam together, and undo reopens them", async () => {
  await open();
  await box("Dan").click();
  await menu("Mark as spam");
  network.on("/tickets/change", () => ({ changed: [ids[3]], refused: [] }));
  await expect.element(page.getByText("Mark 1 ticket as spam?")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as spam" }).click();
  await expect.poll(sent).toEqual([{ ticketids: [ids[3]], change: { kind: "spam", block: false } }]);
  await page.getByRole("button", { name: "Undo" }).click();
  const back = { kind: "not_spam", reopen: true, unblock: false };
  await expect.poll(() => sent()[1]).toEqual({ ticketids: [ids[3]], change: back });
});

test("chosen tickets are tagged together, and the undo removes the tag again", async () => {
  const tagid = "90000000-0000-4000-8000-000000000001";
  network.on("/tags", () => ({
    closed: true,
    tags: [{ tagid, name: "Refund", colour: "red", archived_on: null }],
  }));
  await open();
  await box("Ana").click();
  await button("Tag").click();
  await page.getByRole("option", { name: "Refund" }).click();
  network.on("/tickets/change", () => ({ changed: ids.slice(0, 1), refused: [] }));
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect.element(page.getByText("Tags of 1 ticket changed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(sent).toEqual([
    { ticketids: ids.slice(0, 1), change: { kind: "tag", add: [tagid], remove: [] } },
    { ticketids: ids.slice(0, 1), change: { kind: "tag", add: [], remove: [tagid] } },
  ]);
});

test("chosen tickets get a priority together, and the undo gives them back theirs", async () => {
  await open();
  await box("Dan").click();
  await menu("Priority");
  network.on("/tickets/change", () => ({ changed: [ids[3]], refused: [] }));
  await page.getByRole("button", { name: "Urgent" }).click();
  await expect.element(page.getByText("Priority of 1 ticket changed")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(sent).toEqual([
    { ticketids: [ids[3]], change: { kind: "priority", priority: "urgent" } },
    { ticketids: [ids[3]], change: { kind: "priority", priority: "normal" } },
  ]);
});
