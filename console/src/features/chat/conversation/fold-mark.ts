import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { firstUnread } from "./unread-mark.ts";

/** A thread of up to so many mails is shown open. */
const few = 3;

/**
 * The number before which mails are folded. It does not change while the chat is open: nothing folds under the reader's
 * eyes.
 */
export function useFoldBefore(ticket: Ticket, messages: Message[] | undefined): number {
  const [mark, setMark] = useState<{ ticketid: string; before: number } | null>(null);
  if (messages && mark?.ticketid !== ticket.ticketid) {
    setMark({ ticketid: ticket.ticketid, before: foldBefore(messages, ticket.unread) });
  }
  return mark?.ticketid === ticket.ticketid ? mark.before : 0;
}

/**
 * The fold of a long thread: its unread mails, the newest one, and the recent mail that the newest answers stay open.
 */
export function foldBefore(messages: Message[], unread: number): number {
  const mails = messages.filter(({ mail }) => mail !== null);
  if (mails.length <= few) return 0;
  const newest = mails.slice(-few);
  const open = newest.findLast(({ isagent }) => !isagent) ?? newest.at(-1);
  const unreadAfter = firstUnread(messages, unread) ?? Number.POSITIVE_INFINITY;
  return Math.min(open?.seq ?? 0, unreadAfter + 1);
}
