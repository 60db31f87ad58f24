import type { Ticket } from "@parley/contract/tickets";

/** Parts the snoozed tickets from the others; the next to come back is first. */
export function foldSnoozed(tickets: Ticket[]): { awake: Ticket[]; snoozed: Ticket[] } {
  const ends = ({ snoozed }: Ticket) => snoozed?.until ?? "~";
  return {
    awake: tickets.filter(({ snoozed }) => !snoozed),
    snoozed: tickets
      .filter(({ snoozed }) => snoozed)
      .sort((one, other) => (ends(one) < ends(other) ? -1 : 1)),
  };
}
