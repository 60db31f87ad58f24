/** The list on screen, for what asks for it outside of a rendering. */
import type { Ticket } from "@parley/contract/tickets";
import { useEffect } from "react";
import { create } from "zustand";
import { foldSnoozed } from "./fold-snoozed.ts";

const useShown = create<{ tickets: Ticket[] | null }>(() => ({ tickets: null }));

/** Remembers the tickets of the chosen view in their order, without those that are folded away. */
export function useListed(tickets: Ticket[]): void {
  useEffect(() => useShown.setState({ tickets }), [tickets]);
}

/** The list as it was on screen last; before the first one, the open tickets that are not snoozed. */
export const listedNow = (open: Ticket[]): Ticket[] => useShown.getState().tickets ?? foldSnoozed(open).awake;
