import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { PriorityDialog } from "./PriorityDialog.tsx";

const ticket = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid } = ticket;

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({ "/ticket/set-priority": () => ({ ...ticket, priority: "urgent" }) });
});

function open(shown = ticket) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [shown]);
  mount(<PriorityDialog ticket={shown} onClose={onClose} />, { cache });
  return cache;
}
const choice = (name: string) => page.getByRole("button", { name });

test("a ticket without a priority shows as normal, and has the chosen one at once in every list", async () => {
  const cache = open();
  await expect.element(choice("Normal")).toHaveAttribute("aria-pressed", "true");
  await choice("Urgent").click();
  await expect.poll(() => network.sent("/ticket/set-priority")).toEqual([{ ticketid, priority: "urgent" }]);
  await expect.poll(() => cache.getQueryData(openTicketsQuery.queryKey)?.[0]?.priority).toBe("urgent");
  expect(onClose).toHaveBeenCalledOnce();
});

test("a refusal is said with its reason, and the dialog stays", async () => {
  network.on("/ticket/set-priority", () => refusal(403, "not_handler", reasonOf("not_handler")));
  open();
  await choice("Low").click();
  await expect.element(page.getByText(/^The priority was not changed:/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
