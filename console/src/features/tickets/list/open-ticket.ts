import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { closedTicketsQuery, openTicketsQuery, ticketQuery } from "../../../api/queries.ts";
import { isTicket } from "./TicketCard.tsx";

/** The ticket from the lists, or fetched alone where no loaded list has it. */
export function useOpenTicket(id: string | null): {
  ticket: Ticket | undefined;
  isPending: boolean;
  error: Error | null;
  refetch: () => void;
} {
  const { data: open, isPending: listing } = useQuery(openTicketsQuery);
  const { data: closed } = useQuery({ ...closedTicketsQuery, enabled: false } as never) as {
    data?: { pages: Ticket[][] };
  };
  const listed = [...(open ?? []), ...(closed?.pages.flat() ?? [])].find((ticket) => isTicket(ticket, id));
  const alone = useQuery({ ...ticketQuery(id ?? ""), enabled: id !== null && !listed && !listing });
  const { data, isPending, error, refetch } = alone;
  return { ticket: listed ?? data, isPending: listing || isPending, error, refetch };
}
