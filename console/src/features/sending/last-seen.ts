/** Up to which message each chat has been on the agent's screen since this page began. An answer is sent with it. */
const seen = new Map<string, number>();

export function markSeen(ticketid: string, seq: number): void {
  seen.set(ticketid, Math.max(seq, seen.get(ticketid) ?? 0));
}

/** Undefined for a chat that has not been looked at: then there is nothing to compare. */
export function seenSeq(ticketid: string): number | undefined {
  return seen.get(ticketid);
}
