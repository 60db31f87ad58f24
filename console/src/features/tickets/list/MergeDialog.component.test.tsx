import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { MergeDialog } from "./MergeDialog.tsx";

const mine = { accepted: true, stage: "accepted", userid: agents.mira.id } as const;
const ticket = ticketOf(agents.mira, mine);
const { ticketid } = ticket;
const other = (facts: Partial<Ticket> = {}): Ticket => ({
  ...ticketOf(agents.mira, { ...mine, subject: "The invoice" }),
  ticketid: crypto.randomUUID(),
  ...facts,
});

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({});
});

function open(others: Ticket[]) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket, ...others]);
  mount(<MergeDialog ticket={ticket} onClose={onClose} />, { cache });
  return cache;
}
const merge = page.getByRole("button", { name: "Merge", exact: true });

test("tickets of other clients, and those that the agent may not close, are not offered", async () => {
  const may = { ...ticket.can, close: false };
  open([other({ clientid: crypto.randomUUID() }), other({ can: may })]);
  await expect.element(page.getByText(/has no other open ticket that you see/)).toBeVisible();
  await expect.element(merge).toBeDisabled();
});

test("the one other ticket is chosen; the merged one leaves the list", async () => {
  const into = other();
  network.on("/merge-tickets", () => ({ ...into, merged: [ticketid] }));
  const cache = open([into]);
  await expect
    .element(page.getByRole("button", { name: /The invoice/ }))
    .toHaveAttribute("aria-pressed", "true");
  await merge.click();
  await expect.poll(() => network.sent("/merge-tickets")).toEqual([{ ticketid, into: into.ticketid }]);
  await expect
    .poll(() => cache.getQueryData(openTicketsQuery.queryKey)?.map((one) => one.ticketid))
    .toEqual([into.ticketid]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("among several one is chosen by keys; a refusal is said, and the dialog stays", async () => {
  const [first, second] = [other(), other({ subject: "The parcel" })];
  network.on("/merge-tickets", () => refusal(409, "conflict", reasonOf("merged_already")));
  open([first, second]);
  await expect.element(merge).toBeDisabled();
  (page.getByRole("button", { name: /The parcel/ }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await merge.click();
  await expect.poll(() => network.sent("/merge-tickets")).toEqual([{ ticketid, into: second.ticketid }]);
  await expect.element(page.getByText(/^It could not be changed: /)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
