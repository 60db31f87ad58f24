import { create } from "zustand";

/** The last message of each ticket shown on screen since the page loaded. Replies carry it. */
const useSeen = create<Record<string, number>>(() => ({}));

export function markSeen(ticketid: string, seq: number): void {
  useSeen.setState((seen) => ({ [ticketid]: Math.max(seq, seen[ticketid] ?? 0) }));
}

/** Undefined for a ticket not shown yet: the server then compares nothing. */
export function seenSeq(ticketid: string): number | undefined {
  return useSeen.getState()[ticketid];
}
