import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { useViewer } from "../../session/viewer.ts";
import { offersQuery } from "./queries.ts";

/** `"accepts"`: the ticket waits and is offered to the viewer, whose first reply accepts it. */
export function useMayAnswer(ticket: Ticket): boolean | "accepts" {
  const viewer = useViewer();
  const { data: offered } = useQuery({
    ...offersQuery,
    enabled: ticket.can.accept,
    select: ({ offers }) =>
      offers.some(({ ticketid, userid }) => ticketid === ticket.ticketid && userid === viewer.id),
  });
  if (!ticket.channel.connected) return false;
  return ticket.can.reply || (ticket.can.accept && offered ? "accepts" : false);
}
