import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { loadTexts } from "../../../i18n/index.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useViewer } from "../../session/viewer.ts";
import { apply, put } from "./cache.ts";
import { usePlace } from "./place.ts";

/** Milliseconds in which the toast undoes it; the menu of the new ticket does so for longer. */
const undoneWithin = 10_000;

type Choice = { messageids: string[]; subject: string };

/** Copies messages of the ticket into a new one, which is then on screen. */
export function useSplit({ ticketid }: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const { go } = usePlace();
  const { mutate: undo } = useUnsplit();
  return useMutation({
    mutationFn: (choice: Choice) => call("splitTicket", { body: { ticketid, ...choice } }),
    onSuccess: (made) => {
      onDone();
      put(cache, viewer, made);
      go({ ticket: made.ticketid.slice(0, limits.shortIdLength) });
      const actions = [{ label: t("splitting.undo"), run: () => undo(made.ticketid) }];
      toast(t("splitting.done"), "neutral", { actions, hidesAfter: undoneWithin });
    },
    onError: (error) => toast(t("splitting.failed", { reason: failureText(error, t) }), "danger"),
  });
}

/** Undoes the splitting that made the ticket with this id; the ticket that was split is then on screen. */
export function useUnsplit() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: async (ticketid: string) => {
      await loadTexts("splitting");
      return { gone: ticketid, ...(await call("unsplitTicket", { body: { ticketid } })) };
    },
    onSuccess: ({ gone, ticketid }) => {
      apply(cache, viewer, { name: "removeTicket", payload: { ticketid: gone, into: ticketid } });
      toast(t("splitting.undone"));
    },
    onError: (error) => toast(t("splitting.failed", { reason: failureText(error, t) }), "danger"),
  });
}
