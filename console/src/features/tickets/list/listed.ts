/** The list on screen, for what asks for it outside of a rendering. */
import type { Ticket } from "@parley/contract/tickets";
import { useEffect } from "react";
import { foldSnoozed } from "./fold-snoozed.ts";

let listed: Ticket[] | null = null;

/** Remembers the tickets of the chosen view in their order, without those that are folded away. */
export function useListed(tickets: Ticket[]): void {
  useEffect(() => {
    listed = tickets;
  }, [tickets]);
}

/** The list as it was on screen last; before the first one, the open tickets that are not snoozed. */
export const listedNow = (open: Ticket[]): Ticket[] => listed ?? foldSnoozed(open).awake;
