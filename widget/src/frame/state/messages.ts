/** Messages of one conversation, in the order of their numbers. */
import type { VisitorMessage } from "@parley/contract/visitors";

/** Puts messages in; one that is known is replaced. */
export function mergeMessages(known: VisitorMessage[], more: VisitorMessage[]): VisitorMessage[] {
  const byId = new Map(known.map((message) => [message.messageid, message]));
  for (const message of more) byId.set(message.messageid, message);
  return [...byId.values()].sort((one, other) => one.seq - other.seq);
}

/** True if `message` does not follow the known ones: others have been missed. */
export function leavesGap(known: VisitorMessage[], message: VisitorMessage): boolean {
  const last = known.at(-1);
  return last !== undefined && message.seq > last.seq + 1;
}
