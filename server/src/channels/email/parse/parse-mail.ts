import { type MailLimits, mailLimits } from "./limits.ts";
import type { ParsedMail } from "./parsed-mail.ts";
import { readHeaderOnly, readMail } from "./read-mail.ts";

/** Reads a mail. It never throws on what the mail holds: a mail that cannot be read is an attachment of itself. */
export async function parseMail(raw: Uint8Array, given: Partial<MailLimits> = {}): Promise<ParsedMail> {
  const limits = { ...mailLimits, ...given };
  try {
    return await readMail(raw, limits);
  } catch {
    return unreadable(raw, limits);
  }
}

async function unreadable(raw: Uint8Array, limits: MailLimits): Promise<ParsedMail> {
  const header = await readHeaderOnly(raw, limits, "unreadable");
  const content = raw.subarray(0, limits.bytes);
  return {
    ...header,
    attachments: [{ name: "message.eml", mediaType: "message/rfc822", content, cid: null, inline: false }],
  };
}
