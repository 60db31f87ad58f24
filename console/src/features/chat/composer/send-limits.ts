import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useQuery } from "@tanstack/react-query";
import { sendLimitsQuery } from "../../tickets/messages/send-limits.ts";
import { rulesOf } from "./file-form.ts";

/** The send limits of the ticket's channel. Until they are known the server decides alone, with its own words. */
export function useSendLimits(ticket: Pick<Ticket, "ticketid" | "platform">) {
  const { data } = useQuery(sendLimitsQuery(ticket));
  return {
    text: data?.text ?? limits.messageText,
    caption: data?.caption ?? limits.caption,
    /** The rules for files; null until they are known. */
    rules: data ? rulesOf(data) : null,
  };
}
