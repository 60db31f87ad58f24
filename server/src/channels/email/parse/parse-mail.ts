import PostalMime from "postal-mime";
import { readAddresses } from "./addresses.ts";
import { readAttachment } from "./attachments.ts";
import { readAutomatic } from "./automatic.ts";
import { readDate, readHeaders, readSubject } from "./headers.ts";
import { type MailLimits, mailLimits } from "./limits.ts";
import { readMessageId, readMessageIds } from "./message-ids.ts";
import type { MailProblem, ParsedMail } from "./parsed-mail.ts";
import { sanitiseMail } from "./sanitise-mail.ts";
import { textOf } from "./text-of.ts";

/** Reads a mail. It never throws on what the mail holds: a mail that cannot be read is an attachment of itself. */
export async function parseMail(raw: Uint8Array, given: Partial<MailLimits> = {}): Promise<ParsedMail> {
  const limits = { ...mailLimits, ...given };
  try {
    return raw.length > limits.bytes
      ? { ...(await read(headerOf(raw, limits), limits)), problems: ["too_large"] }
      : await read(raw, limits);
  } catch {
    return unreadable(raw, limits);
  }
}

async function read(raw: Uint8Array, limits: MailLimits): Promise<ParsedMail> {
  const problems: MailProblem[] = [];
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: limits.depth,
    maxHeadersSize: limits.headerBytes,
  });
  const headers = readHeaders(mail.headers, limits);
  if (headers.cut) problems.push("headers_cut");
  const to = readAddresses(headers.all("to"));
  const cc = readAddresses(headers.all("cc"));
  const moreRecipients = Math.max(0, to.length + cc.length - limits.recipients);
  if (moreRecipients > 0) problems.push("recipients_cut");
  const from = readAddresses(headers.all("from").slice(0, 1))[0] ?? null;
  if (mail.attachments.length > limits.attachments) problems.push("parts_cut");
  if (Math.max(mail.text?.length ?? 0, mail.html?.length ?? 0) > limits.characters) problems.push("text_cut");
  const html = mail.html ? sanitiseMail(mail.html.slice(0, limits.characters)) || null : null;
  const text = (mail.text ?? (html ? textOf(html) : ""))
    .replace(/\r\n?/g, "\n")
    .slice(0, limits.characters)
    .trim();
  return {
    messageId: readMessageId(headers.first("message-id")),
    inReplyTo: readMessageIds(headers.first("in-reply-to")),
    references: readMessageIds(headers.first("references")),
    from,
    sender: readAddresses(headers.all("sender"))[0] ?? null,
    replyTo: readAddresses(headers.all("reply-to")).slice(0, limits.recipients),
    to: to.slice(0, limits.recipients),
    cc: cc.slice(0, Math.max(0, limits.recipients - to.length)),
    deliveredTo: readAddresses(
      ["delivered-to", "x-original-to", "envelope-to"].flatMap((name) => headers.all(name)),
    ).map(({ address }) => address.toLowerCase()),
    moreRecipients,
    subject: readSubject(headers.first("subject")),
    sentOn: readDate(headers.first("date")),
    text,
    rest: "",
    html,
    shownHtml: html,
    attachments: mail.attachments.slice(0, limits.attachments).map(readAttachment),
    automatic: readAutomatic(headers, from?.address ?? "", headers.first("content-type") ?? ""),
    bounce: null,
    authentication: { dmarc: "none", spf: "none", dkim: "none" },
    headers: headers.list,
    problems,
  };
}

/** The bytes before the first empty line, within the limit. */
function headerOf(raw: Uint8Array, limits: MailLimits): Uint8Array {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, limits.headerBytes));
  const ends = [start.indexOf("\r\n\r\n"), start.indexOf("\n\n")].filter((at) => at >= 0);
  const end = ends.length > 0 ? Math.min(...ends) : start.lastIndexOf("\n");
  // The type is left out, for the parts it announces are missing.
  const lines = start
    .toString("latin1", 0, Math.max(end, 0))
    .replace(/^content-type:.*(?:\r?\n[ \t].*)*\r?\n?/gim, "");
  return Buffer.from(`${lines}\r\n\r\n`, "latin1");
}

async function unreadable(raw: Uint8Array, limits: MailLimits): Promise<ParsedMail> {
  const content = raw.subarray(0, limits.bytes);
  const attachment = { name: "message.eml", mediaType: "message/rfc822", content, cid: null, inline: false };
  const header = await read(headerOf(raw, limits), { ...limits, headerBytes: Number.MAX_SAFE_INTEGER });
  return { ...header, attachments: [attachment], problems: [...header.problems, "unreadable"] };
}
