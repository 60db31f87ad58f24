/**
 * Messages this browser sent and the server has not confirmed. They survive a reload; a retry repeats the same id, so
 * nothing is sent twice.
 */
import type { DraftMail } from "@parley/contract/drafts";
import type { SendMail } from "@parley/contract/mail";
import type { Message, SendMessage } from "@parley/contract/messages";
import type { ScheduleMessage } from "@parley/contract/outgoing";
import type { Run } from "./extras.ts";
import { createOutbox, type UnsentBase } from "./unsent-store.ts";

export type Unsent = UnsentBase & {
  ticketid: string;
  originalMessageId?: string;
  originalMessage?: string;
  /** The last message that was on screen when it was sent. */
  seenSeq?: number;
  /** It is scheduled or held, and leaves at this time; without it, it is sent at once. */
  leaves?: string;
  /** The fields of a mail; `content` is its text. */
  mail?: DraftMail;
  /** Runs with it; the changes of a mail's macro follow it where it is sent at once. */
  macro?: Run;
};

export const { useOutbox, put, change, drop, dropSent, clear, isUploading, unreached } =
  createOutbox<Unsent>("parley.outbox");

export function asCall(entry: Unsent): SendMessage {
  const { content, ticketid, messageid, originalMessageId, seenSeq } = entry;
  return {
    content,
    ticketid,
    messageid,
    isagent: true,
    ...(originalMessageId && { originalMessageId }),
    ...(seenSeq !== undefined && { seenSeq }),
  };
}

export const asScheduleCall = (entry: Unsent, leaves: string): ScheduleMessage => {
  const { content, ticketid, messageid, originalMessageId, seenSeq } = entry;
  return {
    ...{ content, ticketid, messageid, leaves, ...macroOf(entry) },
    ...(originalMessageId && { originalMessageId }),
    ...(seenSeq !== undefined && { seenSeq }),
  };
};

/** The macro of a text that waits: it runs when the text leaves. */
export const macroOf = ({ macro }: Unsent): Pick<ScheduleMessage, "macro"> =>
  macro ? { macro: { runid: macro.runid, bubbleid: macro.bubbleid, updated_on: macro.updated_on } } : {};

export function asMailCall(
  { ticketid, messageid, seenSeq }: Unsent,
  mail: DraftMail,
): SendMail & { messageid: string } {
  const { kind, to, cc, bcc, subject, html, files, quoted, about } = mail;
  return {
    ticketid,
    messageid,
    to,
    cc,
    bcc,
    subject: subject.trim(),
    html,
    fileids: files.map(({ fileid }) => fileid),
    quoted,
    ...(about && { aboutid: about }),
    ...(kind === "forward" && { forward: true }),
    ...(seenSeq !== undefined && { seenSeq }),
  };
}

/** The entries of a ticket's outbox to show: the server's row replaces ours. */
export function stillUnsent(unsent: Unsent[], ticketid: string, messages: Message[]): Unsent[] {
  const known = new Set(messages.map((message) => message.messageid));
  return unsent.filter((one) => one.ticketid === ticketid && !known.has(one.messageid));
}
