/** The last message of each ticket shown on screen since the page loaded. Replies carry it. */
const seen = new Map<string, number>();

export function markSeen(ticketid: string, seq: number): void {
  seen.set(ticketid, Math.max(seq, seen.get(ticketid) ?? 0));
}

/** Undefined for a ticket not shown yet: the server then compares nothing. */
export function seenSeq(ticketid: string): number | undefined {
  return seen.get(ticketid);
}
