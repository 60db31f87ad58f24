/**
 * What this browser wrote and the server has not confirmed. It outlives a reload, because a bubble that looks sent and
 * is not is the worst of all; a retry repeats the same id, so it cannot double.
 */
import type { Message, SendMessage } from "@parley/contract/messages";
import { createOutbox, type UnsentBase } from "./unsent-store.ts";

export type Unsent = UnsentBase & {
  ticketid: string;
  originalMessageId?: string;
  originalMessage?: string;
  /** The last message that was on screen when it was sent. */
  seenSeq?: number;
};

export const { useOutbox, put, change, drop, dropSent, clear } = createOutbox<Unsent>("parley.outbox");

export function asCall(entry: Unsent): SendMessage {
  const { content, ticketid, messageid, originalMessageId, seenSeq } = entry;
  return {
    content,
    ticketid,
    messageid,
    isagent: true,
    ...(originalMessageId && { originalMessageId }),
    ...(seenSeq !== undefined && { seenSeq }),
  };
}

/** What of a ticket's outbox is still to show: the server's own row takes the place of ours. */
export function stillUnsent(unsent: Unsent[], ticketid: string, messages: Message[]): Unsent[] {
  const known = new Set(messages.map((message) => message.messageid));
  return unsent.filter((one) => one.ticketid === ticketid && !known.has(one.messageid));
}
