import type { CloseTicket, Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile, useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { useLeaveTicket } from "./leave-ticket.ts";

type How = Pick<CloseTicket, "silently" | "lastMessage">;

/** Ends the conversation: the ticket leaves the pending list, and its chat the screen. */
export function useClose(ticket: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const profile = useProfile();
  const leave = useLeaveTicket();
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
      leave(closed.ticketid);
      put(cache, viewer, closed);
      cache.removeQueries({ queryKey: keys.chat(closed.ticketid) });
    },
    onError: (error) => toast(t("chat.closeFailed", { reason: failureText(error, t) }), "danger"),
  });
}
