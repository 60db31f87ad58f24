/** The ticket that is offered after the one that was just closed: the next of the list, as it stood then. */
import type { Ticket } from "@parley/contract/tickets";
import { create } from "zustand";

/** Enough, should colleagues close some of them meanwhile. */
const remembered = 20;

export const useOffered = create<{ ids: string[] }>(() => ({ ids: [] }));

/** Remembers the tickets beside the closed one: those below it, then those above. */
export function offerAfter(listed: Ticket[], closed: string): void {
  const ids = listed.map(({ ticketid }) => ticketid);
  const at = ids.indexOf(closed);
  const above = ids.slice(Math.max(0, at - remembered), Math.max(0, at)).reverse();
  useOffered.setState({ ids: [...ids.slice(at + 1, at + 1 + remembered), ...above] });
}

export function withdrawOffer(): void {
  useOffered.setState({ ids: [] });
}

/** The first of the remembered tickets that is still open and not snoozed. */
export function firstOffered(ids: string[], open: Ticket[]): Ticket | undefined {
  for (const id of ids) {
    const ticket = open.find(({ ticketid }) => ticketid === id);
    if (ticket && !ticket.snoozed) return ticket;
  }
}
