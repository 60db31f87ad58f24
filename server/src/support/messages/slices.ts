/**
 * Computes the numbers that a slice holds. Slices are counted from the newest: slice 1 is a ticket's last 30 messages.
 */
import { limits } from "@parley/contract/limits";

const size = limits.sliceSize;

/** The messages from one `seq` to another, both included. */
export type Span = { from: number; to: number };

/** Slices 1 to `count` together; null when the ticket has no message. */
export function newestSlices(lastSeq: number, count: number): Span | null {
  return lastSeq < 1 ? null : { from: Math.max(1, lastSeq - size * count + 1), to: lastSeq };
}

/** Null past either end. */
export function sliceAt(lastSeq: number, number: number): Span | null {
  const to = lastSeq - size * (number - 1);
  return number < 1 || to < 1 ? null : { from: Math.max(1, to - size + 1), to };
}

/** The number of the slice that holds a message. */
export function sliceOf(lastSeq: number, seq: number): number {
  return Math.floor((lastSeq - seq) / size) + 1;
}

/** The slice that holds a message, and those before and after it. */
export function neighbourhood(lastSeq: number, seq: number): Span {
  const number = sliceOf(lastSeq, seq);
  const newest = sliceAt(lastSeq, number - 1) ?? sliceAt(lastSeq, number);
  const oldest = sliceAt(lastSeq, number + 1) ?? sliceAt(lastSeq, number);
  return { from: oldest?.from ?? seq, to: newest?.to ?? seq };
}

/** The 30 just before `seq`. */
export function spanBefore(lastSeq: number, seq: number): Span | null {
  const to = Math.min(lastSeq, seq - 1);
  return to < 1 ? null : { from: Math.max(1, to - size + 1), to };
}

/** The 30 just after `seq`. */
export function spanAfter(lastSeq: number, seq: number): Span | null {
  return seq >= lastSeq ? null : { from: seq + 1, to: Math.min(lastSeq, seq + size) };
}

/** The message itself with 30 on each side. */
export function spanAround(lastSeq: number, seq: number): Span | null {
  if (seq < 1 || seq > lastSeq) return null;
  return { from: Math.max(1, seq - size), to: Math.min(lastSeq, seq + size) };
}
