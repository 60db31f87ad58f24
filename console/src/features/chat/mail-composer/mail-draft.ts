/** The draft of a mail: its beginning, changes with its kind, and what it still lacks. */
import type { DraftMail } from "@parley/contract/drafts";
import type { MailAddress, MessageFile } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import { isAddress } from "../../tickets/mail-head/addresses.ts";
import { type AnswerKind, recipientsOf } from "../../tickets/mail-head/recipients.ts";
import { answerSubject, forwardSubject } from "../../tickets/mail-head/subject.ts";

/** Equals the contract's `mailLimits`, whose import would bring its schemas along. */
const mostRecipients = 50;
const longestHtml = 200_000;

export type DraftFile = DraftMail["files"][number];

/** `about`: the mail that is answered or forwarded; `own`: the account's address. */
export function beginDraft(kind: AnswerKind, about: Message | null, own: MailAddress[]): DraftMail {
  const blank = { cc: [], bcc: [], html: "", files: [] };
  if (!about?.mail) return { ...blank, kind, about: null, quoted: false, to: [], subject: "" };
  const { mail, messageid, isagent } = about;
  const forwarded = kind === "forward";
  return {
    ...blank,
    kind,
    about: messageid,
    quoted: forwarded || mayQuote(about),
    ...recipientsOf(kind, { mail, isagent }, own),
    subject: forwarded ? forwardSubject(mail.subject) : answerSubject(mail.subject),
    files: forwarded ? about.files.filter(isSendable).map(asDraftFile) : [],
  };
}

/** Another kind, or another mail to answer: recipients and subject are set again, text and own files stay. */
export function changeKind(
  draft: DraftMail,
  kind: AnswerKind,
  from: Message | null,
  about: Message | null,
  own: MailAddress[],
): DraftMail {
  const next = beginDraft(kind, about, own);
  const inherited = new Set(from?.files.map(({ fileid }) => fileid));
  const added = draft.files.filter(({ fileid }) => !inherited.has(fileid));
  return { ...next, html: draft.html, bcc: draft.bcc, files: [...added, ...next.files] };
}

/** An unknown or unproved sender gets no history of the conversation, and our own mails already contain their quote. */
export const mayQuote = ({ mail, isagent }: Message): boolean =>
  mail !== null && !isagent && !mail.marks.some((mark) => mark === "unknown_sender" || mark === "unverified");

/** True if the draft has nothing worth keeping. */
export function isBlank(text: string, draft: DraftMail, begun: DraftMail): boolean {
  const { html: _, ...head } = draft;
  const { html: __, ...first } = begun;
  return text.trim() === "" && JSON.stringify(head) === JSON.stringify(first) && !/<img/.test(draft.html);
}

export type Lack = "recipient" | "address" | "tooMany" | "text" | "tooLong" | "fileGone";

/** The reason why it cannot be sent yet; null when it can. */
export function missingIn(text: string, { to, cc, bcc, html, files, kind }: DraftMail): Lack | null {
  const all = [...to, ...cc, ...bcc];
  if (all.length === 0) return "recipient";
  if (!all.every(({ address }) => isAddress(address))) return "address";
  if (all.length > mostRecipients) return "tooMany";
  if (html.length > longestHtml) return "tooLong";
  if (files.some(({ gone }) => gone)) return "fileGone";
  if (text.trim() === "" && files.length === 0 && kind !== "forward") return "text";
  return null;
}

const isSendable = ({ state, inline }: MessageFile) => state === "ready" && !inline;

const asDraftFile = ({ fileid, name, size, type, path }: MessageFile): DraftFile => ({
  fileid,
  name,
  size,
  type,
  path,
  inline: false,
});
