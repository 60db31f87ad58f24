/** The send limits of a ticket's channel. */
import type { Ticket } from "@parley/contract/tickets";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

export const sendLimitsQuery = ({ ticketid, platform }: Pick<Ticket, "ticketid" | "platform">) =>
  queryOptions({
    queryKey: keys.sendLimits(platform),
    queryFn: ({ signal }) => call("getSendLimits", { params: { ticketid }, signal }),
    staleTime: 300_000,
    refetchOnWindowFocus: true,
  });
