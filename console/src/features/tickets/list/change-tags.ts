import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";

/** Adds a tag that the ticket lacks, or removes one that it has. */
export function useToggleTag({ ticketid, tags = [] }: Ticket) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: (tagid: string) =>
      call("changeTicketTags", {
        body: { ticketid, ...(tags.includes(tagid) ? { remove: [tagid] } : { add: [tagid] }) },
      }),
    onSuccess: (tagged) => put(cache, viewer, tagged),
    onError: (error) => toast(t("tags.failed", { reason: failureText(error, t) }), "danger"),
  });
}
