import type { Priority } from "@parley/contract/priorities";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";

export function useSetPriority({ ticketid }: Ticket, onDone?: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (priority: Priority) => call("setTicketPriority", { body: { ticketid, priority } }),
    onSuccess: (changed) => {
      put(cache, viewer, changed);
      onDone?.();
    },
    onError: (error) => toast(t("priority.failed", { reason: failureText(error, t) }), "danger"),
  });
}
