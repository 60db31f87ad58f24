import { useMemo } from "react";
import { tellTyping } from "../../api/events.ts";
import { atMostEvery } from "./at-most-every.ts";

/** Others see it for six seconds. */
const typingEvery = 3000;

/** Tells the others who have the ticket open that the agent is typing, now and then. */
export function useTellTyping(ticketid: string): () => void {
  return useMemo(() => atMostEvery(typingEvery, () => tellTyping(ticketid)), [ticketid]);
}
