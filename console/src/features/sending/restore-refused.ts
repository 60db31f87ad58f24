/** What the reply guard refused goes back to where it was written: nothing of it is lost, and nothing of it is sent. */
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
  if (!isOpen(ticketid)) tell(cache, ticketid);
}

/** Texts that were written after it and are waiting for it. */
function waitingBehind({ ticketid, messageid }: Unsent): Unsent[] {
  return useOutbox
    .getState()
    .unsent.filter(
      (one) => one.ticketid === ticketid && one.messageid !== messageid && !one.trouble && !one.file,
    );
}

/** The agent has gone on to another chat and would not see it. */
function tell(cache: QueryClient, ticketid: string): void {
  const { t } = i18n;
  const ticket = cache.getQueryData(openTicketsQuery.queryKey)?.find((one) => one.ticketid === ticketid);
  toast(t("composer.guardElsewhere", { name: ticket?.client_name ?? ticketid.slice(0, 8) }), "danger");
}
