import type { Message } from "@parley/contract/messages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { applyChanged } from "../../tickets/messages/cache.ts";

/** Without a text the message is deleted. */
export function useChangeSent({ ticketid, messageid }: Message, onDone: () => void = () => undefined) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (content: string | undefined) =>
      content === undefined
        ? call("deleteMessage", { body: { ticketid, messageid } })
        : call("editMessage", { body: { ticketid, messageid, content } }),
    onSuccess: (changed) => {
      onDone();
      applyChanged(cache, changed);
    },
    onError: (error, content) => {
      const reason = failureText(error, t);
      toast(
        t(content === undefined ? "sentChanges.notDeleted" : "sentChanges.notEdited", { reason }),
        "danger",
      );
    },
  });
}
