import type { Ticket } from "@parley/contract/tickets";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../../api/connection.ts";
import { sendSeen } from "../../../api/events.ts";
import { usePageActive } from "../../../ui/page-active.ts";
import type { ChatState } from "../../tickets/messages/chat-state.ts";
import { markSeen } from "../../tickets/sending/last-seen.ts";

/**
 * Marks the ticket as read while the end of its list is in view and the page is visible and focused. Returns the number
 * of the client's messages since.
 */
export function useSeen(ticket: Ticket, chat: ChatState, atBottom: boolean): number {
  const active = usePageActive();
  const { state } = useConnection();
  const last = chat.messages.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(last);
  const sent = useRef(0);
  const { ticketid, unread } = ticket;
  useEffect(() => {
    if (!atBottom || !active || last === 0) return;
    setSeen(last);
    markSeen(ticketid, last);
    if (state !== "live" || (sent.current >= last && unread === 0)) return;
    sent.current = last;
    sendSeen(ticketid, last);
  }, [atBottom, active, last, state, ticketid, unread]);
  return chat.messages.filter((message) => message.seq > seen && !message.isagent).length;
}
