import { type MailLimits, mailLimits } from "./limits.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { headerOf } from "./parts.ts";
import { readMail } from "./read-mail.ts";
import { readInThread } from "./threads.ts";

/** Of a mail that could not be read. Little enough for this thread. */
const headerBytes = 64 * 1024;

/**
 * Reads a mail, in a thread of its own. It never throws on what the mail holds: one that cannot be read, or not in time, is
 * an attachment of itself. Of one that is too large the header is read.
 */
export async function parseMail(raw: Uint8Array, given: Partial<MailLimits> = {}): Promise<ParsedMail> {
  const limits = { ...mailLimits, ...given };
  const large = raw.length > limits.bytes;
  const read = large ? headerOf(raw, limits.headerBytes / 2) : raw;
  const answer = await readInThread({ raw: read, limits: { ...limits, bytes: read.length } }).catch(
    unanswered,
  );
  if (!("mail" in answer)) return unreadable(raw, limits, large);
  const { mail } = answer;
  return large ? { ...mail, problems: [...mail.problems, "too_large"] } : mail;
}

const unanswered = (error: unknown) => ({ unreadable: String(error) });

async function unreadable(raw: Uint8Array, limits: MailLimits, large: boolean): Promise<ParsedMail> {
  const header = headerOf(raw, headerBytes);
  const mail = await readMail(header, {
    ...limits,
    bytes: header.length,
    headerBytes: Number.MAX_SAFE_INTEGER,
  });
  const whole = { name: "message.eml", mediaType: "message/rfc822", content: raw, cid: null, inline: false };
  return {
    ...mail,
    attachments: large ? [] : [whole],
    problems: [...mail.problems, large ? "too_large" : "unreadable"],
  };
}
