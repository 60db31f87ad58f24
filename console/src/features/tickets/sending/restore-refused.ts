/** Returns a reply that the guard refused to its composer. */
import type { ErrorAnswer } from "@parley/contract/errors";
import type { Message } from "@parley/contract/messages";
import type { QueryClient } from "@tanstack/react-query";
import i18n from "i18next";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { toast } from "../../../ui/toast.ts";
import { addMessages } from "../messages/cache.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { markClosed } from "../reply-window/reply-window.ts";
import { currentDraft, prependToDraft, write } from "./drafts.ts";
import { hold, isOpen, useHeld } from "./guard.ts";
import { markSeen } from "./last-seen.ts";
import { drop, type Unsent, useOutbox } from "./outbox.ts";

export function restoreRefused(
  cache: QueryClient,
  refused: Unsent,
  { news = [], lastSeq }: Pick<ErrorAnswer, "news" | "lastSeq">,
  file?: File,
): void {
  const { ticketid, content } = refused;
  const replyTo = originalOf(cache, refused);
  if (!file) returnToDraft(cache, [refused, ...waitingBehind(refused)]);
  else drop(refused.messageid);
  addMessages(cache, ticketid, news);
  if (lastSeq) markSeen(ticketid, lastSeq);
  hold(ticketid, { news, replyTo, ...(file && { file, caption: content }) });
  if (!isOpen(ticketid)) notify(cache, ticketid);
}

/**
 * The reply window has closed: the text returns to the draft, a file with its caption to the composer. False where a
 * file is there already: then the row of this one stays, with the reason.
 */
export function restoreAfterWindow(cache: QueryClient, refused: Unsent, file?: File): boolean {
  const { ticketid, content: caption } = refused;
  if (file && useHeld.getState()[ticketid]?.file) return false;
  if (file) {
    drop(refused.messageid);
    hold(ticketid, { news: [], replyTo: originalOf(cache, refused), file, caption });
  } else returnToDraft(cache, [refused, ...waitingBehind(refused)]);
  const ticket = ticketIn(cache, ticketid);
  if (ticket) markClosed(ticket);
  if (isOpen(ticketid)) return true;
  const { t } = i18n;
  toast(t("replyWindow.keptElsewhere", { name: ticket?.client_name ?? ticketid.slice(0, 8) }), "danger");
  return true;
}

function originalOf(cache: QueryClient, { ticketid, originalMessageId }: Unsent): Message | null {
  const messages = cache.getQueryData<ChatState>(keys.chat(ticketid))?.messages;
  return messages?.find(({ messageid }) => messageid === originalMessageId) ?? null;
}

function returnToDraft(cache: QueryClient, back: [Unsent, ...Unsent[]]): void {
  for (const { messageid } of back) drop(messageid);
  const [{ ticketid, mail }] = back;
  if (mail) {
    returnMail(cache, ticketid, back);
    return;
  }
  prependToDraft(cache, ticketid, back.map(({ content }) => content).join("\n"));
}

/** Returns a mail with its recipients and files; later text follows its text. */
export function returnMail(
  cache: QueryClient,
  ticketid: string,
  back: Pick<Unsent, "content" | "mail">[],
): void {
  const now = currentDraft(cache, ticketid);
  const all = [...back, ...(now ? [{ content: now.text, mail: now.mail }] : [])];
  const mails = all.flatMap(({ mail }) => mail ?? []);
  const [first] = mails;
  if (!first) return;
  write(cache, ticketid, all.map(({ content }) => content).join("\n"), {
    ...first,
    html: mails.map(({ html }) => html).join(""),
    files: mails.flatMap(({ files }) => files).filter(isFirstWithId),
  });
}

const isFirstWithId = ({ fileid }: { fileid: string }, index: number, all: { fileid: string }[]) =>
  all.findIndex((file) => file.fileid === fileid) === index;

/** Texts that were sent after it and wait for it. */
function waitingBehind({ ticketid, messageid }: Unsent): Unsent[] {
  return useOutbox
    .getState()
    .unsent.filter(
      (one) => one.ticketid === ticketid && one.messageid !== messageid && !one.trouble && !one.file,
    );
}

const ticketIn = (cache: QueryClient, ticketid: string) =>
  cache.getQueryData(openTicketsQuery.queryKey)?.find((one) => one.ticketid === ticketid);

/** The agent has left the chat and would not see the notice there. */
function notify(cache: QueryClient, ticketid: string): void {
  const { t } = i18n;
  const ticket = ticketIn(cache, ticketid);
  toast(t("composer.guardElsewhere", { name: ticket?.client_name ?? ticketid.slice(0, 8) }), "danger");
}
