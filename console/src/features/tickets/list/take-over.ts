import type { Ticket } from "@parley/contract/tickets";
import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, Refused } from "../../../api/client.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { openToWrite } from "./open-to-write.ts";

const keyOf = (ticketid: string, handlerid: string) => ["takeOver", ticketid, handlerid];

/** When the ticket may be taken over from this handler. */
export const takeOverQuery = (ticketid: string, handlerid: string) =>
  queryOptions({
    queryKey: keyOf(ticketid, handlerid),
    queryFn: ({ signal }) => call("getTakeOver", { params: { ticketid }, signal }),
  });

/** A handler came online or left. */
export function applyPresence(
  cache: QueryClient,
  { id, others = [] }: { id: string; others?: string[] },
): void {
  const changed: unknown[] = [id, ...others];
  void cache.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === "takeOver" && changed.includes(queryKey[2]),
  });
}

/** Takes the ticket over from the handler on screen; writing comes next. A toast names a colleague who was faster. */
export function useTakeOver({ ticketid }: Ticket, handlerid: string) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: () => call("takeOverTicket", { body: { ticketid, handlerid } }),
    onMutate: () => openToWrite(ticketid),
    onSuccess: (taken) => put(cache, viewer, taken),
    onError: (error) => {
      const faster = error instanceof Refused ? error.answer.handler?.user_name : undefined;
      const text = faster
        ? t("tickets.acceptedByOther", { name: faster })
        : t("composer.takeOverFailed", { reason: failureText(error, t) });
      toast(text, "danger");
      void cache.invalidateQueries({ queryKey: keyOf(ticketid, handlerid) });
    },
  });
}
