import { useRef } from "react";
import { tellTyping } from "../../../api/events.ts";

/** Others see it for six seconds. */
const typingEvery = 3000;

/** Tells the others who have the ticket open that the agent is typing, now and then. */
export function useTellTyping(ticketid: string): () => void {
  const told = useRef(0);
  return () => {
    if (Date.now() - told.current < typingEvery) return;
    told.current = Date.now();
    tellTyping(ticketid);
  };
}
