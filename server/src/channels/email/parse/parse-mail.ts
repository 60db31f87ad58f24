import { limits as messageLimits } from "@parley/contract/limits";
import { writtenDocument } from "./document.ts";
import { type MailLimits, mailLimits } from "./limits.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { headerOf } from "./parts.ts";
import { readMail } from "./read-mail.ts";
import { readInThread } from "./threads.ts";

/** `document`: the content of the mail's frame; null where the message shows the whole mail. */
export type ReadMail = ParsedMail & { document: Buffer | null };

/** Bytes of the header of an unreadable mail: few enough for this thread. */
const headerBytes = 64 * 1024;

/**
 * Reads a mail in a worker thread. It never throws for the mail's content: a mail that cannot be read, or not in time,
 * is its own attachment. Of one that is too large the header is read. It refuses while too many mails of the company
 * wait.
 */
export async function parseMail(
  companyId: string,
  raw: Uint8Array,
  given: Partial<MailLimits> = {},
): Promise<ReadMail> {
  const limits = { ...mailLimits, ...given };
  const large = raw.length > limits.bytes;
  const read = large ? headerOf(raw, limits.headerBytes / 2) : raw;
  const answer = await readInThread(companyId, {
    raw: read,
    limits: { ...limits, bytes: read.length },
    longestText: messageLimits.messageText,
  });
  if (!("mail" in answer)) return unreadable(raw, limits, large);
  const { mail, document } = answer;
  const problems = large ? [...mail.problems, "too_large" as const] : mail.problems;
  return { ...mail, problems, document: document && Buffer.from(document.buffer) };
}

async function unreadable(raw: Uint8Array, limits: MailLimits, large: boolean): Promise<ReadMail> {
  const header = headerOf(raw, headerBytes);
  const mail = await readMail(header, {
    ...limits,
    bytes: header.length,
    headerBytes: Number.MAX_SAFE_INTEGER,
  });
  const whole = { name: "message.eml", mediaType: "message/rfc822", content: raw, cid: null, inline: false };
  return {
    ...mail,
    document: writtenDocument(mail, messageLimits.messageText),
    attachments: large ? [] : [whole],
    problems: [...mail.problems, large ? "too_large" : "unreadable"],
  };
}
