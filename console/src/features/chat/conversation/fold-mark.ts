import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useAtOpening } from "./at-opening.ts";
import { surelyRead } from "./first-unread.ts";

/** A thread of up to so many mails is shown open. */
const few = 3;

/** The number before which mails are folded. Nothing folds under the reader's eyes. */
export function useFoldBefore(ticket: Ticket, messages: Message[] | undefined): number {
  return useAtOpening(ticket, messages, foldBefore) ?? 0;
}

/**
 * The fold of a long thread: its unread mails, the newest one, and the recent mail that the newest answers stay open.
 */
export function foldBefore(messages: Message[], unread: number): number {
  const mails = messages.filter(({ mail }) => mail !== null);
  if (mails.length <= few) return 0;
  const newest = mails.slice(-few);
  const open = newest.findLast(({ isagent }) => !isagent) ?? newest.at(-1);
  return Math.min(open?.seq ?? 0, surelyRead(messages, unread) + 1);
}
