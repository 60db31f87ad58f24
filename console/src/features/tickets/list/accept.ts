import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { openToWrite } from "./open-to-write.ts";
import { usePlace } from "./place.ts";

/** Accepts a ticket and opens its chat, where writing comes next. Of several agents at once one succeeds; a toast names them to the others. */
export function useAccept() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const { go } = usePlace();
  return useMutation({
    mutationFn: ({ ticketid, created_on }: Ticket) =>
      call("acceptTicket", { body: { ticketid, created_on, userid: viewer.id } }),
    onMutate: ({ ticketid }) => {
      openToWrite(ticketid);
      go({ ticket: ticketid.slice(0, limits.shortIdLength) });
    },
    onSuccess: (ticket) => put(cache, viewer, ticket),
    onError: (error) => {
      const faster = error instanceof Refused ? error.answer.handler?.user_name : undefined;
      const text = faster
        ? t("tickets.acceptedByOther", { name: faster })
        : t("tickets.acceptFailed", { reason: failureText(error, t) });
      toast(text, "danger");
      void cache.invalidateQueries({ queryKey: keys.openTickets });
    },
  });
}
