import type { TicketChange } from "@parley/contract/many-tickets";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { nameRefused } from "./refused-tickets.ts";
import { stopChoosing } from "./selection.ts";
import { type Step, undoOf } from "./undo-many.ts";

/** The tickets of one request, so that a list of thousands is under way in short steps. */
const together = 50;
/** Milliseconds in which a change can be undone. */
const undoneWithin = 10_000;

/** Changes the tickets; says how many were, and names those that could not be. */
export function useChangeMany(tickets: Ticket[]) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const run = async (steps: Step[]) => {
    const changed = new Set<string>();
    try {
      for (const { ticketids, change } of steps)
        for (let from = 0; from < ticketids.length; from += together) {
          const body = { ticketids: ticketids.slice(from, from + together), change };
          const answer = await call("changeTickets", { body });
          for (const id of answer.changed) changed.add(id);
          nameRefused(tickets, answer.refused);
        }
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      toast(t("many.failed", { reason: failureText(error, t) }), "danger");
    }
    void cache.invalidateQueries({ queryKey: keys.openTickets });
    return tickets.filter(({ ticketid }) => changed.has(ticketid));
  };
  return useMutation({
    mutationFn: (change: Exclude<TicketChange, { kind: "wake" | "not_spam" }>) =>
      run([{ ticketids: tickets.map(({ ticketid }) => ticketid), change }]),
    onSuccess: (before, change) => {
      stopChoosing();
      if (before.length === 0) return;
      const undo = undoOf(change, before);
      const actions = undo.length > 0 ? [{ label: t("many.undo"), run: () => void run(undo) }] : [];
      toast(t(`many.done.${change.kind}`, { count: before.length }), "neutral", {
        actions,
        hidesAfter: undoneWithin,
      });
    },
  });
}
