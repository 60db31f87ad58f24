import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { loadTexts } from "../../../i18n/index.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { apply } from "./cache.ts";
import { usePlace } from "./place.ts";

/** Milliseconds in which the toast undoes it; the menu of the ticket does so for longer. */
const undoneWithin = 10_000;

/** Merges the ticket into another one, which is then on screen. */
export function useMerge({ ticketid }: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const { go } = usePlace();
  const { mutate: undo } = useUnmerge();
  return useMutation({
    mutationFn: (into: string) => call("mergeTickets", { body: { ticketid, into } }),
    onSuccess: (target) => {
      onDone();
      go({ ticket: target.ticketid.slice(0, limits.shortIdLength) });
      const { unread: _unread, can: _can, ...shared } = target;
      apply(cache, viewer, { name: "removeTicket", payload: { ticketid, into: target.ticketid } });
      apply(cache, viewer, { name: "updateTicket", payload: { ...shared, remerged: true } });
      const actions = [{ label: t("merging.undo"), run: () => undo(ticketid) }];
      toast(t("merging.done"), "neutral", { actions, hidesAfter: undoneWithin });
    },
    onError: (error) => toast(t("merging.failed", { reason: failureText(error, t) }), "danger"),
  });
}

/** Undoes the merging of the ticket with this id. */
export function useUnmerge() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async (ticketid: string) => {
      await loadTexts("merging");
      return call("unmergeTicket", { body: { ticketid } });
    },
    onSuccess: ({ ticket, target }) => {
      for (const { unread: _unread, can: _can, ...shared } of [ticket, target])
        apply(cache, viewer, { name: "updateTicket", payload: { ...shared, remerged: true } });
      toast(t("merging.undone"));
    },
    onError: (error) => toast(t("merging.failed", { reason: failureText(error, t) }), "danger"),
  });
}
