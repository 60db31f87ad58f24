/** A ticket's pinned messages, and the calls to pin and unpin. */
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { apply } from "./cache.ts";

const pinsQuery = (ticketid: string) =>
  queryOptions({
    queryKey: keys.pins(ticketid),
    queryFn: ({ signal }) => call("listPins", { params: { ticketid }, signal }),
  });

export const usePins = (ticketid: string) => useQuery(pinsQuery(ticketid));

/** Pins for everyone who sees the ticket. The answer is shown at once, and the event then changes nothing. */
export function usePin(ticket: Pick<Ticket, "ticketid" | "created_on">) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { id: agentid } = useViewer();
  return useMutation({
    mutationFn: ({ messageid, content, clientid, created_on, type, file_name: fileName }: Message) => {
      const { ticketid, created_on: ticket_created_on } = ticket;
      // The fields of the specification's call; the server knows the rest by the message's id.
      const body = {
        ...{ ticketid, agentid, content, clientid, created_on, messageid, type, fileName },
        ticket_created_on,
      };
      return call("pinMessage", { params: { ticketid }, body });
    },
    onSuccess: (pin) => apply(cache, { name: "newPinnedMessage", payload: pin }),
    onError: (error) => toast(t("message.pinFailed", { reason: failureText(error, t) }), "danger"),
  });
}

export function useUnpin(ticket: Pick<Ticket, "ticketid" | "created_on">) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { ticketid } = ticket;
  return useMutation({
    mutationFn: ({ created_on }: Pick<Message, "messageid" | "created_on">) =>
      call("unpinMessage", {
        params: { ticketid },
        body: { ticket_created_on: ticket.created_on, createdOn: created_on },
      }),
    onSuccess: (_, { messageid, created_on }) =>
      apply(cache, { name: "unpinMessage", payload: { ticketid, messageid, createdOn: created_on } }),
    onError: (error) => toast(t("message.unpinFailed", { reason: failureText(error, t) }), "danger"),
  });
}
