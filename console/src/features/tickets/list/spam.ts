import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { useLeaveTicket } from "./leave-ticket.ts";

/** Milliseconds in which the mark can be undone. */
const undoneWithin = 10_000;

/** Marks the ticket as spam. An open one leaves the pending list, and its chat the screen; undo brings it back. */
export function useMarkSpam(ticket: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const leave = useLeaveTicket();
  const wasOpen = !ticket.closed_on;
  const { mutate: undo } = useUnmarkSpam(ticket, () => undefined);
  return useMutation({
    mutationFn: (block: boolean) => call("markSpam", { body: { ticketid: ticket.ticketid, block } }),
    onSuccess: (marked) => {
      onDone();
      if (wasOpen) leave(marked.ticketid);
      put(cache, viewer, marked);
      if (wasOpen) cache.removeQueries({ queryKey: keys.chat(marked.ticketid) });
      const back = { reopen: wasOpen, unblock: marked.spam?.blocked === true };
      const actions = [{ label: t("spam.undo"), run: () => undo(back) }];
      toast(t("spam.done"), "neutral", { actions, hidesAfter: undoneWithin });
    },
    onError: (error) => toast(t("spam.failed", { reason: failureText(error, t) }), "danger"),
  });
}

export function useUnmarkSpam({ ticketid }: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (how: { reopen: boolean; unblock: boolean }) =>
      call("unmarkSpam", { body: { ticketid, ...how } }),
    onSuccess: (unmarked) => {
      onDone();
      put(cache, viewer, unmarked);
    },
    onError: (error) => toast(t("spam.failed", { reason: failureText(error, t) }), "danger"),
  });
}
