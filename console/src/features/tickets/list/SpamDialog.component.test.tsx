import { reasonOf } from "@parley/contract/reasons";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closedTicketsQuery, openTicketsQuery } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { SpamDialog } from "./SpamDialog.tsx";
import { SpamStrip } from "./SpamStrip.tsx";
import { TicketCard } from "./TicketCard.tsx";

const open = { accepted: true, stage: "accepted", userid: agents.mira.id } as const;
const ticket = ticketOf(agents.mira, open);
const spam = { on: at(2), by: agents.mira.id };
const closed = { ...open, stage: "closed", closed_on: at(2), closed_by_name: "Mira Halvorsen" } as const;
const marked = ticketOf(agents.mira, { ...closed, spam });
const { ticketid } = ticket;

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({ "/mark-spam": () => marked, "/unmark-spam": () => ticket });
});

/** The dialog as the header shows it: gone once it is answered. */
function Asked() {
  const [shown, setShown] = useState(true);
  const leave = () => {
    onClose();
    setShown(false);
  };
  return shown && <SpamDialog ticket={ticket} onClose={leave} />;
}

function cacheOf() {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  cache.setQueryData(closedTicketsQuery.queryKey, { pages: [[]], pageParams: [{ offset: 0 }] });
  return cache;
}
const closedIn = (cache: ReturnType<typeof createCache>) =>
  cache.getQueryData(closedTicketsQuery.queryKey)?.pages.flat();

test("a refusal is named, and the dialog stays", async () => {
  network.on("/mark-spam", () => refusal(403, "not_handler", reasonOf("not_handler")));
  mount(<SpamDialog ticket={ticket} onClose={onClose} />, { cache: cacheOf() });
  await page.getByRole("button", { name: "Mark as spam" }).click();
  await expect.element(page.getByText(/could not be changed: Only the agent who handles/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test("an agent who may not block is not asked; the ticket moves to the closed ones, and undo brings it back", async () => {
  const { cache } = mount(<Asked />, { cache: cacheOf() });
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Mark as spam" }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(network.sent("/mark-spam")).toEqual([{ ticketid, block: false }]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toEqual([]);
  expect(closedIn(cache)).toMatchObject([{ ticketid, spam }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => network.sent("/unmark-spam")).toEqual([{ ticketid, reopen: true, unblock: false }]);
  await expect.poll(() => closedIn(cache)).toEqual([]);
});

test("an administrator blocks the client with it, and unblocks them where the mark is taken off", async () => {
  mount(<Asked />, { cache: cacheOf(), viewer: agents.ingrid });
  await page.getByRole("checkbox", { name: "Block this client" }).click();
  await page.getByRole("button", { name: "Mark as spam" }).click();
  await expect.poll(() => network.sent("/mark-spam")).toEqual([{ ticketid, block: true }]);
  const blocked = { ...spam, blocked: true as const };
  const strip = <SpamStrip ticket={{ ...marked, spam: blocked }} spam={blocked} />;
  mount(strip, { cache: cacheOf(), viewer: agents.ingrid });
  await page.getByRole("button", { name: "Not spam" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Not spam" }).click();
  await expect.poll(() => network.sent("/unmark-spam")).toEqual([{ ticketid, reopen: false, unblock: true }]);
});

test("the strip takes the mark off, and reopens by choice", async () => {
  mount(<SpamStrip ticket={marked} spam={spam} />, { cache: cacheOf() });
  await page.getByRole("button", { name: "Not spam" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("checkbox", { name: "Unblock this client" })).not.toBeInTheDocument();
  await dialog.getByRole("checkbox", { name: "Reopen the ticket" }).click();
  await dialog.getByRole("button", { name: "Not spam" }).click();
  await expect.poll(() => network.sent("/unmark-spam")).toEqual([{ ticketid, reopen: true, unblock: false }]);
});

test("the card of spam has its mark, and no number of unread messages", async () => {
  mount(<TicketCard ticket={{ ...marked, unread: 3 }} open={false} />, { cache: cacheOf() });
  await expect.element(page.getByText("Spam", { exact: true })).toBeVisible();
  await expect.element(page.getByText("3", { exact: true })).not.toBeInTheDocument();
});
