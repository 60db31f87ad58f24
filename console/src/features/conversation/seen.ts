import type { Ticket } from "@parley/contract/tickets";
import { useEffect, useRef, useState } from "react";
import { useConnection } from "../../api/connection.ts";
import { sendSeen } from "../../api/events.ts";
import { useLooking } from "../../ui/looking.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { markSeen } from "../sending/last-seen.ts";

/**
 * Says that the chat was seen when its end is really in view of somebody: the list is at the bottom, the page visible
 * and focused. Answers how many of the client's messages came since that was last so.
 */
export function useSeen(ticket: Ticket, chat: ChatState, atBottom: boolean): number {
  const looking = useLooking();
  const { state } = useConnection();
  const last = chat.messages.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(last);
  const told = useRef(0);
  const { ticketid, unread } = ticket;
  useEffect(() => {
    if (!atBottom || !looking || last === 0) return;
    setSeen(last);
    markSeen(ticketid, last);
    if (state !== "live" || (told.current >= last && unread === 0)) return;
    told.current = last;
    sendSeen(ticketid, last);
  }, [atBottom, looking, last, state, ticketid, unread]);
  return chat.messages.filter((message) => message.seq > seen && !message.isagent).length;
}
