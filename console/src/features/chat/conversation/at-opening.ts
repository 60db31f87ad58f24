import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useState } from "react";
import { unreadAmong } from "./first-unread.ts";

type Mark<Value> = { ticketid: string; unread: number; upTo: number; from: number; value: Value };

/**
 * Reads a value off the messages and the number of unread ones when the chat was opened. It stays while the chat is
 * open; only where more are unread than were loaded it is read again as earlier messages come.
 */
export function useAtOpening<Value>(
  { ticketid, unread }: Ticket,
  messages: Message[] | undefined,
  read: (messages: Message[], unread: number) => Value,
): Value | undefined {
  const [mark, setMark] = useState<Mark<Value> | null>(null);
  const known = mark?.ticketid === ticketid ? mark : null;
  if (messages) {
    const from = messages[0]?.seq ?? 0;
    if (!known) {
      const upTo = messages.at(-1)?.seq ?? 0;
      setMark({ ticketid, unread, upTo, from, value: read(messages, unread) });
    } else if (from < known.from) {
      const before = messages.filter(({ seq }) => seq <= known.upTo);
      const isOpen = unreadAmong(
        before.filter(({ seq }) => seq >= known.from),
        known.unread,
      ).missing;
      setMark({ ...known, from, value: isOpen > 0 ? read(before, known.unread) : known.value });
    }
  }
  return known?.value;
}
