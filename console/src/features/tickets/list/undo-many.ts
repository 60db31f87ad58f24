import type { TicketChange } from "@parley/contract/many-tickets";
import type { Ticket } from "@parley/contract/tickets";

export type Step = { ticketids: string[]; change: TicketChange };

/**
 * The changes that take a change back: an accepted ticket is released, a moved one goes back, a snoozed one wakes. A
 * closing cannot be taken back, since its client has been asked or sees it.
 */
export function undoOf({ kind }: TicketChange, before: Ticket[]): Step[] {
  if (kind === "close" || kind === "wake") return [];
  if (kind === "snooze") {
    const ticketids = before.filter(({ snoozed }) => !snoozed).map(({ ticketid }) => ticketid);
    return ticketids.length > 0 ? [{ ticketids, change: { kind: "wake" } }] : [];
  }
  const byPlace = Map.groupBy(before, ({ departmentid, userid }) => `${departmentid} ${userid}`);
  return [...byPlace.values()].map((tickets) => ({
    ticketids: tickets.map(({ ticketid }) => ticketid),
    change: {
      kind: "move",
      newDepartment: tickets[0]?.departmentid ?? "",
      ...(tickets[0]?.userid && { newUser: tickets[0].userid }),
    },
  }));
}
