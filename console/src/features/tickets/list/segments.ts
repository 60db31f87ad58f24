/**
 * Parts of the open tickets: the agent's own, those that wait for an agent, and colleagues'; and beside them the tickets
 * that the agent sees by a mention alone.
 */
import type { Ticket } from "@parley/contract/tickets";
import { create } from "zustand";
import { foldSnoozed } from "./fold-snoozed.ts";
import { type Sort, sortOf, sortTickets, useSort } from "./sort.ts";

export const segments = ["all", "mine", "waiting", "others", "mentions"] as const;
export type Segment = (typeof segments)[number];

export function segmentOf(
  { userid }: Pick<Ticket, "userid">,
  viewer: string,
): Exclude<Segment, "all" | "mentions"> {
  if (!userid) return "waiting";
  return userid === viewer ? "mine" : "others";
}

/** `mentioned`: the tickets that the agent sees by a mention alone. */
type Listed = { tickets: Ticket[]; mentioned?: Ticket[] };

export function ticketsOf({ tickets, mentioned = [] }: Listed, segment: Segment, viewer: string): Ticket[] {
  if (segment === "all") return tickets;
  if (segment === "mentions") return mentioned;
  return tickets.filter((ticket) => segmentOf(ticket, viewer) === segment);
}

/** The tickets without an agent come by the longest wait, unless the agent chooses otherwise. */
const usualSort = (segment: Segment): Sort => (segment === "waiting" ? "waiting" : "activity");

const stored = "parley.segment";
const known = (): Segment => {
  const last = localStorage.getItem(stored);
  return segments.find((segment) => segment === last) ?? "all";
};

export const useSegment = create<{ segment: Segment }>(() => ({ segment: known() }));

export function chooseSegment(segment: Segment): void {
  localStorage.setItem(stored, segment);
  useSegment.setState({ segment });
}

export const useSegmentSort = (segment: Segment, viewer: string): Sort =>
  useSort(viewer, segment, usualSort(segment));

/** The tickets of the chosen segment in its order, without the snoozed ones. */
export function listedNow(listed: Listed, viewer: string): Ticket[] {
  const { segment } = useSegment.getState();
  const sort = sortOf(viewer, segment, usualSort(segment));
  return foldSnoozed(sortTickets(ticketsOf(listed, segment, viewer), sort)).awake;
}
