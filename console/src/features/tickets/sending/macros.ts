/** Runs macros: with the text that goes with them, or alone. Says what was done, and offers to undo it. */
import type { MacroRun } from "@parley/contract/shared-bubbles";
import type { QueryClient } from "@tanstack/react-query";
import i18n from "i18next";
import { call, type Refused } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { loadTexts } from "../../../i18n/index.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { prependToDraft } from "./drafts.ts";
import { arm, type Run } from "./extras.ts";
import { asCall, drop, type Unsent } from "./outbox.ts";

/** Milliseconds in which the undo is offered. The server allows it for a minute. */
const undoneWithin = 15_000;

/** Sends the entry's text and makes the changes, all or nothing. */
export async function sendWithMacro(cache: QueryClient, entry: Unsent, run: Run) {
  const { originalMessageId, seenSeq } = asCall(entry);
  const message = {
    content: entry.content,
    messageid: entry.messageid,
    ...(originalMessageId && { originalMessageId }),
    ...(seenSeq !== undefined && { seenSeq }),
  };
  const answer = await callMacro(entry.ticketid, run, message);
  done(cache, run, answer);
  if (!answer.message) throw new Error("A macro was answered without its message");
  return answer.message;
}

/** Makes the changes alone: the macro has no text, or a mail has been sent. */
export async function runAlone(cache: QueryClient, ticketid: string, run: Run): Promise<void> {
  const { t } = i18n;
  try {
    done(cache, run, await callMacro(ticketid, run));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const text = t("composer.macroFailed", { name: run.name, reason: failureText(error, t) });
    toast(text, "danger", {
      actions: [{ label: t("common.retry"), run: () => void runAlone(cache, ticketid, run) }],
    });
  }
}

/** Nothing was sent: the text is back in the composer, with the macro unless it is another by now. */
export function restoreMacro(
  cache: QueryClient,
  { messageid, ticketid, content }: Unsent,
  run: Run,
  error: Refused,
) {
  const { t } = i18n;
  drop(messageid);
  prependToDraft(cache, ticketid, content);
  const code = error.answer.reason?.code;
  const { runid: _, ...macro } = run;
  if (code !== "macro_changed" && code !== "bubble_unknown") arm(ticketid, macro);
  void cache.invalidateQueries({ queryKey: keys.sharedBubbles });
  toast(t("composer.macroNotSent", { name: run.name, reason: failureText(error, t) }), "danger");
}

const callMacro = (
  ticketid: string,
  { runid, bubbleid, updated_on }: Run,
  message?: { content: string; messageid: string },
): Promise<MacroRun> =>
  call("runMacro", { body: { runid, bubbleid, updated_on, ticketid, ...(message && { message }) } });

const done = (cache: QueryClient, run: Run, { ticket }: MacroRun): void =>
  offerUndo(cache, ticket.ticketid, run);

/** Says that a macro ran, and offers to undo it. */
export function offerUndo(
  cache: QueryClient,
  ticketid: string,
  { name, runid }: Pick<Run, "name" | "runid">,
): void {
  const { t } = i18n;
  void cache.invalidateQueries({ queryKey: keys.ticket(ticketid) });
  const actions = [{ label: t("composer.macroUndo"), run: () => void undo(cache, runid) }];
  toast(t("composer.macroDone", { name }), "neutral", { actions, hidesAfter: undoneWithin });
}

async function undo(cache: QueryClient, runid: string): Promise<void> {
  const { t } = i18n;
  try {
    const { ticket, left } = await call("undoMacro", { body: { runid } });
    void cache.invalidateQueries({ queryKey: keys.openTickets });
    void cache.invalidateQueries({ queryKey: keys.ticket(ticket.ticketid) });
    if (left.length === 0) return toast(t("composer.macroUndone"));
    await loadTexts("bubbles");
    const what = left.map((kind) => t(`bubbles.left.${kind}`)).join(", ");
    toast(t("composer.macroPartly", { what }), "danger");
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    toast(t("composer.macroNotUndone", { reason: failureText(error, t) }), "danger");
  }
}
