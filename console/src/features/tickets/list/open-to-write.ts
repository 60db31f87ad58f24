import { create } from "zustand";

/** The ticket that was just accepted: its composer takes the focus. */
const useAccepted = create<{ ticketid: string | null }>(() => ({ ticketid: null }));

export function openToWrite(ticketid: string): void {
  useAccepted.setState({ ticketid });
}

export function useOpensToWrite(ticketid: string): boolean {
  return useAccepted((state) => state.ticketid === ticketid);
}

/** The agent has left the chat; coming back takes no focus. */
export function closeToWrite(ticketid: string): void {
  useAccepted.setState((state) => (state.ticketid === ticketid ? { ticketid: null } : state));
}
