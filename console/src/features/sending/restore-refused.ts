/** Returns a reply that the guard refused to its composer. */
import type { ErrorAnswer } from "@parley/contract/errors";
import type { QueryClient } from "@tanstack/react-query";
import i18n from "i18next";
import { keys, openTicketsQuery } from "../../api/queries.ts";
import { toast } from "../../ui/toast.ts";
import { addMessages } from "../messages/cache.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { prependToDraft } from "./drafts.ts";
import { hold, isOpen } from "./guard.ts";
import { markSeen } from "./last-seen.ts";
import { drop, type Unsent, useOutbox } from "./outbox.ts";

export function restoreRefused(
  cache: QueryClient,
  refused: Unsent,
  { news = [], lastSeq }: Pick<ErrorAnswer, "news" | "lastSeq">,
  file?: File,
): void {
  const { ticketid, content, originalMessageId } = refused;
  const messages = cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages;
  const replyTo = messages?.find(({ messageid }) => messageid === originalMessageId) ?? null;
  const back = file ? [refused] : [refused, ...waitingBehind(refused)];
  for (const { messageid } of back) drop(messageid);
  if (!file) prependToDraft(cache, ticketid, back.map((one) => one.content).join("\n"));
  addMessages(cache, ticketid, news);
  if (lastSeq) markSeen(ticketid, lastSeq);
  hold(ticketid, { news, replyTo, ...(file && { file, caption: content }) });
  if (!isOpen(ticketid)) notify(cache, ticketid);
}

/** Texts sent after it, which wait for it. */
function waitingBehind({ ticketid, messageid }: Unsent): Unsent[] {
  return useOutbox
    .getState()
    .unsent.filter(
      (one) => one.ticketid === ticketid && one.messageid !== messageid && !one.trouble && !one.file,
    );
}

/** The agent has left the chat and would not see the notice there. */
function notify(cache: QueryClient, ticketid: string): void {
  const { t } = i18n;
  const ticket = cache.getQueryData(openTicketsQuery.queryKey)?.find((one) => one.ticketid === ticketid);
  toast(t("composer.guardElsewhere", { name: ticket?.client_name ?? ticketid.slice(0, 8) }), "danger");
}
