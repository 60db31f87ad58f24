/** The order of the list: by the last activity, the longest wait, or the goal that is due first. An agent's choice for a view stays in the browser. */
import type { ViewSort } from "@parley/contract/built-in-views";
import type { Ticket } from "@parley/contract/tickets";
import { unacceptedSince, unansweredSince } from "@parley/contract/waits-since";
import { create } from "zustand";
import type { ShownView } from "./shown-views.ts";

/** When the client began to wait for a handler, then for an answer; null where the client is to write next. */
export const waitsSince = (ticket: Ticket): string | null =>
  unacceptedSince(ticket) ?? unansweredSince(ticket);

/** The tickets come by the last activity; those that do not wait, or have nothing due, stay so behind the others. */
export function sortTickets(tickets: Ticket[], sort: ViewSort): Ticket[] {
  if (sort === "activity") return tickets;
  const momentOf = sort === "due" ? ({ due }: Ticket) => due?.on : waitsSince;
  return tickets
    .map((ticket) => ({ ticket, moment: momentOf(ticket) ?? "~" }))
    .sort((one, other) => (one.moment < other.moment ? -1 : Number(one.moment > other.moment)))
    .map(({ ticket }) => ticket);
}

const stored = "parley.sorts";

function known(): Record<string, ViewSort> {
  try {
    return JSON.parse(localStorage.getItem(stored) ?? "{}");
  } catch {
    // Another program of this address wrote it: the views' own order is used.
    return {};
  }
}

const useSorts = create<{ sorts: Record<string, ViewSort> }>(() => ({ sorts: known() }));

export function useSort({ key, sort }: ShownView): ViewSort {
  return useSorts(({ sorts }) => sorts[key]) ?? sort;
}

export function chooseSort(key: string, sort: ViewSort): void {
  const sorts = { ...useSorts.getState().sorts, [key]: sort };
  localStorage.setItem(stored, JSON.stringify(sorts));
  useSorts.setState({ sorts });
}
