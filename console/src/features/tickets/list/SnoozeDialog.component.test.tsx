import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { SnoozeDialog } from "./SnoozeDialog.tsx";
import { SnoozeStrip } from "./SnoozeStrip.tsx";

const ticket = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const snoozed = { on: at(1), until: "2099-03-02T08:00:00.000Z", by: agents.mira.id };
const { ticketid } = ticket;

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({
    "/snooze-ticket": () => ({ ...ticket, snoozed }),
    "/unsnooze-ticket": () => ticket,
    "/auth/agents": () => [],
  });
});

function open() {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  return mount(<SnoozeDialog ticket={ticket} onClose={onClose} />, { cache });
}

test("a time that has passed is refused with the reason, and the dialog stays", async () => {
  network.on("/snooze-ticket", () => refusal(400, "invalid", reasonOf("snooze_past")));
  open();
  await expect.element(page.getByRole("button", { name: "Snooze", exact: true })).toBeDisabled();
  await page.getByLabelText("Date and time on the clock of Bookings").fill("2020-01-01T09:00");
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect.element(page.getByText(/could not be snoozed: This time has passed/)).toBeVisible();
  expect(network.sent("/snooze-ticket")).toEqual([{ ticketid, until: "2020-01-01T09:00" }]);
  expect(onClose).not.toHaveBeenCalled();
});

test("a choice snoozes the ticket in every list", async () => {
  const { cache } = open();
  await page.getByRole("button", { name: "Tomorrow at opening" }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(network.sent("/snooze-ticket")).toEqual([{ ticketid, until: "tomorrow" }]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)?.[0]?.snoozed).toEqual(snoozed);
});

test("the strip says until when and by whom, and ends the snooze", async () => {
  const cache = createCache();
  const asleep = { ...ticket, snoozed };
  cache.setQueryData(openTicketsQuery.queryKey, [asleep]);
  mount(<SnoozeStrip ticket={asleep} snoozed={snoozed} />, { cache });
  await expect.element(page.getByText(/^Snoozed until 2099-03-0\d \d\d:\d\d, by Mira/)).toBeVisible();
  await page.getByRole("button", { name: "Wake now" }).click();
  await expect.poll(() => network.sent("/unsnooze-ticket")).toEqual([{ ticketid }]);
  await expect.poll(() => cache.getQueryData(openTicketsQuery.queryKey)?.[0]?.snoozed).toBeUndefined();
});
