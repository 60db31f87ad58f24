import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { rulesOf } from "./file-form.ts";

const sendLimitsQuery = ({ ticketid, platform }: Pick<Ticket, "ticketid" | "platform">) =>
  queryOptions({
    queryKey: keys.sendLimits(platform),
    queryFn: ({ signal }) => call("getSendLimits", { params: { ticketid }, signal }),
    staleTime: 300_000,
    refetchOnWindowFocus: true,
  });

/** What the ticket's channel takes. Until it is known the server decides alone, with its own words. */
export function useSendLimits(ticket: Pick<Ticket, "ticketid" | "platform">) {
  const { data } = useQuery(sendLimitsQuery(ticket));
  return {
    text: data?.text ?? limits.messageText,
    caption: data?.caption ?? limits.caption,
    /** The emoji an agent may react with. */
    reactions: data?.reactions ?? [],
    /** Of files; null until they are known. */
    rules: data ? rulesOf(data) : null,
  };
}
