import type { CloseTicket, Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { shortenName } from "../../../ui/shorten.ts";
import { toast } from "../../../ui/toast.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile, useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { useLeaveTicket } from "./leave-ticket.ts";
import { listedNow } from "./listed.ts";
import { firstOffered, offerAfter, useOffered } from "./next-ticket.ts";
import { usePlace } from "./place.ts";

type How = Pick<CloseTicket, "silently" | "lastMessage">;

/** Ends the conversation: the ticket leaves the pending list, and its chat the screen, where the next one is offered. */
export function useClose(ticket: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const profile = useProfile();
  const leave = useLeaveTicket();
  const { go } = usePlace();
  const phone = usePhone();
  const opened = () => cache.getQueryData(openTicketsQuery.queryKey) ?? [];
  // A phone shows the list then; elsewhere the empty chat offers the next ticket.
  const offerByToast = () => {
    const next = firstOffered(useOffered.getState().ids, opened());
    if (!next) return;
    const label = t("chat.next", { name: shortenName(next.client_name) });
    const run = () => go({ ticket: next.ticketid.slice(0, 8), view: "pending" });
    toast(t("tickets.preview.close"), "neutral", { actions: [{ label, run }] });
  };
  return useMutation({
    mutationFn: (how: How) =>
      call("closeTicket", {
        body: {
          ticketid: ticket.ticketid,
          userid: ticket.userid,
          departmentid: ticket.departmentid,
          closed_by_name: `${profile.firstName} ${profile.lastName}`,
          created_on: ticket.created_on,
          ...how,
        },
      }),
    onSuccess: (closed) => {
      onDone();
      offerAfter(listedNow(opened()), closed.ticketid);
      leave(closed.ticketid);
      put(cache, viewer, closed);
      cache.removeQueries({ queryKey: keys.chat(closed.ticketid) });
      if (phone) offerByToast();
    },
    onError: (error) => toast(t("chat.closeFailed", { reason: failureText(error, t) }), "danger"),
  });
}
