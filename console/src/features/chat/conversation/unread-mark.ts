import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import { useState } from "react";

/** The number after which messages were unread when the chat was opened; it stays until they are answered. */
export function useUnreadAfter(ticket: Ticket, messages: Message[] | undefined): number | null {
  const [mark, setMark] = useState<{ ticketid: string; after: number | null } | null>(null);
  if (messages && mark?.ticketid !== ticket.ticketid) {
    setMark({ ticketid: ticket.ticketid, after: firstUnread(messages, ticket.unread) });
  }
  if (mark?.ticketid !== ticket.ticketid || mark.after === null) return null;
  const { after } = mark;
  return messages?.some((message) => message.isagent && message.seq > after) ? null : after;
}

/** Messages before an agent's answer count as read, even if no console was open. */
export function firstUnread(messages: Message[], unread: number): number | null {
  if (unread === 0) return null;
  const answered = messages.findLast((message) => message.isagent)?.seq ?? 0;
  const theirs = messages.filter(
    (message) => !message.isagent && message.seq > answered && isType(message.type, "countsAsUnread"),
  );
  const first = theirs.at(-unread) ?? theirs[0];
  return first ? first.seq - 1 : null;
}
