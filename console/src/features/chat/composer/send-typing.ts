import type { Writing } from "@parley/contract/events";
import { useMemo } from "react";
import { sendTyping } from "../../../api/events.ts";
import { throttle } from "../../../ui/throttle.ts";

/** Milliseconds between two signs; others see a sign for six seconds. */
const typingEvery = 3000;

/** Shows other viewers of the ticket that the agent is typing; throttled. */
export function useSendTyping(ticketid: string, writes: Writing = "reply"): () => void {
  return useMemo(() => throttle(typingEvery, () => sendTyping(ticketid, writes)), [ticketid, writes]);
}
