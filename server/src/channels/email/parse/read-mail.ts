import type { Attachment, Email } from "postal-mime";
import { cidsIn } from "../../../support/messages/mail-cids.ts";
import { readAddresses, readRecipients } from "./addresses.ts";
import { readAttachment } from "./attachments.ts";
import { readAutomatic } from "./automatic.ts";
import { readBounce } from "./bounce.ts";
import { calendarText } from "./calendar.ts";
import { type Headers, readDate, readHeaders, readSubject } from "./headers.ts";
import type { MailLimits } from "./limits.ts";
import { readMessageId, readMessageIds } from "./message-ids.ts";
import type { MailProblem, ParsedMail } from "./parsed-mail.ts";
import { readParts } from "./parts.ts";
import { forwardPrefix } from "./quote-words.ts";
import { markedMail } from "./sanitise-mail.ts";
import { splitMail } from "./split-mail.ts";
import { openTnef } from "./tnef/open-tnef.ts";

/** Reads a mail in this thread. Throws on one that is nested too deep or whose header is too long. */
export async function readMail(raw: Uint8Array, limits: MailLimits): Promise<ParsedMail> {
  const mail = openTnef(await readParts(raw, limits), limits.attachments);
  const problems: MailProblem[] = [];
  const headers = readHeaders(mail.headers, limits);
  if (headers.cut) problems.push("headers_cut");
  if (mail.cut || mail.attachments.length > limits.attachments) problems.push("parts_cut");
  if (isEncrypted(headers)) problems.push("encrypted");
  const people = readPeople(headers, limits);
  if (people.moreRecipients > 0) problems.push("recipients_cut");
  const from = people.from?.address ?? "";
  const body = readBody(mail, headers, limits);
  if (body.cut) problems.push("text_cut");
  const { cut: _, ...shown } = body;
  const pictures = cidsIn(shown.html ?? "");
  return {
    ...people,
    ...readIdentity(headers),
    ...shown,
    attachments: mail.attachments.slice(0, limits.attachments).map((part) => readAttachment(part, pictures)),
    automatic: readAutomatic(headers, from, headers.first("content-type") ?? ""),
    bounce: readBounce(headers, mail.attachments, `${shown.text}\n\n${shown.rest}`, from),
    headers: headers.list,
    problems,
  };
}

function readIdentity(headers: Headers) {
  return {
    messageId: readMessageId(headers.first("message-id")),
    inReplyTo: readMessageIds(headers.first("in-reply-to")),
    references: readMessageIds(headers.first("references")),
    subject: readSubject(headers.first("subject")),
    sentOn: readDate(headers.first("date")),
  };
}

function readPeople(headers: Headers, limits: MailLimits) {
  const [to, moreTo] = readRecipients(headers.all("to"), limits.recipients);
  const [cc, moreCc] = readRecipients(headers.all("cc"), limits.recipients - to.length);
  const delivered = ["delivered-to", "x-original-to", "envelope-to"].flatMap((name) => headers.all(name));
  return {
    from: readAddresses(headers.all("from").slice(0, 1))[0] ?? null,
    sender: readAddresses(headers.all("sender").slice(0, 1))[0] ?? null,
    replyTo: readRecipients(headers.all("reply-to"), limits.recipients)[0],
    to,
    cc,
    deliveredTo: readRecipients(delivered, limits.recipients)[0].map(({ address }) => address.toLowerCase()),
    moreRecipients: moreTo + moreCc,
  };
}

function readBody(mail: Email, headers: Headers, limits: MailLimits) {
  const cut = Math.max(mail.text?.length ?? 0, mail.html?.length ?? 0) > limits.characters;
  const html = mail.html ? markedMail(mail.html.slice(0, limits.characters)) || null : null;
  const plain = (mail.text ?? "").slice(0, limits.characters).replace(/\r\n?/g, "\n");
  const forwarded = forwardPrefix.test(readSubject(headers.first("subject")));
  const { text, ...parts } = splitMail(plain, html, forwarded);
  return { text: text || invitation(mail.attachments), ...parts, cut };
}

function invitation(parts: Attachment[]): string {
  const calendar = parts.find(({ mimeType }) => mimeType === "text/calendar");
  return calendar ? calendarText(new TextDecoder().decode(readAttachment(calendar, new Set()).content)) : "";
}

function isEncrypted(headers: Headers): boolean {
  const type = headers.first("content-type") ?? "";
  return (
    /^multipart\/encrypted\b/i.test(type) ||
    (/^application\/(x-)?pkcs7-mime\b/i.test(type) && !/signed-data/i.test(type))
  );
}
