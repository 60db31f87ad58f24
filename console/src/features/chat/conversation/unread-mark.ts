import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useAtOpening } from "./at-opening.ts";
import { firstUnread } from "./first-unread.ts";

/** The number after which messages were unread when the chat was opened; it stays until they are answered. */
export function useUnreadAfter(ticket: Ticket, messages: Message[] | undefined): number | null {
  const after = useAtOpening(ticket, messages, firstUnread) ?? null;
  if (after === null) return null;
  return messages?.some((message) => message.isagent && message.seq > after) ? null : after;
}
