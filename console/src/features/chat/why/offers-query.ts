import type { TicketRouting } from "@parley/contract/routing";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";

/** While the sheet is open: milliseconds until it is read again. */
const again = 10_000;

export const offersQuery = (ticketid: string) =>
  queryOptions({
    queryKey: ["ticket routing", ticketid],
    queryFn: ({ signal }) => call("explainRouting", { params: { ticketid }, signal }),
    staleTime: 0,
    refetchInterval: again,
  });

/** False where routing never had to do with the ticket. */
export const isRouted = ({ offers, waiting }: TicketRouting): boolean =>
  offers.length > 0 || (waiting !== null && waiting.mode !== "off");
