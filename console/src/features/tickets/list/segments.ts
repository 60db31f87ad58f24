/**
 * Parts of the open tickets: the agent's own, those that wait for an agent, and colleagues'; and beside them the tickets
 * that the agent sees by a mention alone.
 */
import type { Ticket } from "@parley/contract/tickets";
import { create } from "zustand";

export const segments = ["all", "mine", "waiting", "others", "mentions"] as const;
export type Segment = (typeof segments)[number];

export function segmentOf(
  { userid }: Pick<Ticket, "userid">,
  viewer: string,
): Exclude<Segment, "all" | "mentions"> {
  if (!userid) return "waiting";
  return userid === viewer ? "mine" : "others";
}

/** The time at which the client began to wait for an agent. */
export const waitsSince = ({
  created_on,
  reopened_on,
}: Pick<Ticket, "created_on" | "reopened_on">): string =>
  reopened_on && reopened_on > created_on ? reopened_on : created_on;

/** `mentioned`: the tickets that the agent sees by a mention alone. */
type Listed = { tickets: Ticket[]; mentioned?: Ticket[] };

/** The tickets of a segment; those without an agent by the longest wait. */
export function ticketsOf({ tickets, mentioned = [] }: Listed, segment: Segment, viewer: string): Ticket[] {
  if (segment === "all") return tickets;
  if (segment === "mentions") return mentioned;
  const chosen = tickets.filter((ticket) => segmentOf(ticket, viewer) === segment);
  if (segment !== "waiting") return chosen;
  return chosen.sort((one, other) => (waitsSince(one) < waitsSince(other) ? -1 : 1));
}

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
