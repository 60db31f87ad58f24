import { useMemo } from "react";
import { sendTyping } from "../../api/events.ts";
import { throttle } from "../../ui/throttle.ts";

/** Others see it for six seconds. */
const typingEvery = 3000;

/** Tells the others who have the ticket open that the agent is typing, now and then. */
export function useSendTyping(ticketid: string): () => void {
  return useMemo(() => throttle(typingEvery, () => sendTyping(ticketid)), [ticketid]);
}
