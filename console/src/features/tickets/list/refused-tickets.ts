import type { ChangedTickets } from "@parley/contract/many-tickets";
import type { Ticket } from "@parley/contract/tickets";
import { create } from "zustand";

type Refused = { ticket: Ticket; refused: ChangedTickets["refused"][number] };

/** The tickets that could not be changed, until the agent has read why. */
export const useRefusedTickets = create<{ refused: Refused[] }>(() => ({ refused: [] }));
export const forgetRefused = () => useRefusedTickets.setState({ refused: [] });

export function nameRefused(tickets: Ticket[], refusals: ChangedTickets["refused"]): void {
  const added = refusals.flatMap((refused) => {
    const ticket = tickets.find(({ ticketid }) => ticketid === refused.ticketid);
    return ticket ? [{ ticket, refused }] : [];
  });
  if (added.length > 0) useRefusedTickets.setState(({ refused }) => ({ refused: [...refused, ...added] }));
}
