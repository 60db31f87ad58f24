import type { SnoozeChoice, Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";

/** Snoozes the ticket: by a choice, or until a date and time on its department's clock. */
export function useSnooze({ ticketid }: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (until: SnoozeChoice | string) => call("snoozeTicket", { body: { ticketid, until } }),
    onSuccess: (snoozed) => {
      onDone();
      put(cache, viewer, snoozed);
    },
    onError: (error) => toast(t("snooze.failed", { reason: failureText(error, t) }), "danger"),
  });
}

export function useWake({ ticketid }: Ticket) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: () => call("unsnoozeTicket", { body: { ticketid } }),
    onSuccess: (woken) => put(cache, viewer, woken),
    onError: (error) => toast(t("snooze.wakeFailed", { reason: failureText(error, t) }), "danger"),
  });
}
