/** A ticket's pinned messages, and how one is pinned and unpinned. */
import type { Message } from "@parley/contract/messages";
import type { Pin } from "@parley/contract/pins";
import type { Ticket } from "@parley/contract/tickets";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { get, post } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { toast } from "../../ui/toast.ts";
import { useViewer } from "../session/viewer.ts";
import { apply } from "./cache.ts";

const pinsQuery = (ticketid: string) =>
  queryOptions({
    queryKey: keys.pins(ticketid),
    queryFn: ({ signal }) => get<Pin[]>(`/${ticketid}/get-pinned-msg`, signal),
  });

export const usePins = (ticketid: string) => useQuery(pinsQuery(ticketid));

/** Pins for everyone who sees the ticket. The answer is shown at once, the event brings nothing new. */
export function usePin(ticket: Pick<Ticket, "ticketid" | "created_on">) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { id: agentid } = useViewer();
  return useMutation({
    mutationFn: ({ messageid, content, clientid, created_on, type, file_name }: Message) =>
      post<Pin>(`/${ticket.ticketid}/pin-message`, {
        ticketid: ticket.ticketid,
        agentid,
        content,
        clientid,
        created_on,
        messageid,
        type,
        fileName: file_name,
        ticket_created_on: ticket.created_on,
      }),
    onSuccess: (pin) => apply(cache, { name: "newPinnedMessage", payload: pin }),
    onError: (error) => toast(t("message.pinFailed", { reason: error.message }), "danger"),
  });
}

export function useUnpin(ticket: Pick<Ticket, "ticketid" | "created_on">) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { ticketid } = ticket;
  return useMutation({
    mutationFn: ({ created_on }: Pick<Message, "messageid" | "created_on">) =>
      post(`/${ticketid}/unpin-message`, { ticket_created_on: ticket.created_on, createdOn: created_on }),
    onSuccess: (_, { messageid, created_on }) =>
      apply(cache, { name: "unpinMessage", payload: { ticketid, messageid, createdOn: created_on } }),
    onError: (error) => toast(t("message.unpinFailed", { reason: error.message }), "danger"),
  });
}
