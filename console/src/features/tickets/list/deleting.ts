import type { DeletedTicket, Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { apply, put, refetchRestored } from "./cache.ts";
import { useLeaveTicket } from "./leave-ticket.ts";

/** Milliseconds in which the toast undoes the deletion; the page of deleted tickets does it for longer. */
const undoneWithin = 10_000;

/** Deletes the ticket: it leaves the lists, and its chat the screen. Undo brings it back, open where it was open. */
export function useDeleteTicket({ ticketid, closed_on }: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const leave = useLeaveTicket();
  const { mutate: undo } = useRestoreTicket();
  return useMutation({
    mutationFn: () => call("deleteTicket", { body: { ticketid } }),
    onSuccess: () => {
      onDone();
      leave(ticketid);
      apply(cache, viewer, { name: "removeTicket", payload: { ticketid, deleted: true } });
      const back = { ticketid, reopen: closed_on === null };
      const actions = [{ label: t("deleting.undo"), run: () => undo(back) }];
      toast(t("deleting.done"), "neutral", { actions, hidesAfter: undoneWithin });
    },
    onError: (error) => toast(t("deleting.failed", { reason: failureText(error, t) }), "danger"),
  });
}

export function useRestoreTicket() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (body: Pick<DeletedTicket, "ticketid"> & { reopen?: boolean }) =>
      call("restoreTicket", { body }),
    onSuccess: (restored) => {
      put(cache, viewer, restored);
      refetchRestored(cache);
      void cache.invalidateQueries({ queryKey: keys.deletedTickets });
      toast(t("deleting.restored"));
    },
    onError: (error) => toast(t("deleting.failed", { reason: failureText(error, t) }), "danger"),
  });
}
