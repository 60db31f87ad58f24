/**
 * Composes a message as the bytes of a mail. The same message always gives the same bytes, so that a second attempt is
 * the same mail.
 */
import { buffer } from "node:stream/consumers";
import { escapeHtml } from "../../../mail/layout.ts";
import type { Channel, Outgoing, OutgoingFile, OutgoingMail, QuotedMail } from "../../seam/adapter.ts";
import type { MailCredentials } from "../account/credentials.ts";
import { keyOf, numberOf, plusAddress } from "../marks/keys.ts";
import { starLinks } from "../marks/star-links.ts";
import { textOf as readable } from "../parse/text-of.ts";
import { forwardHeading } from "./forward-heading.ts";
import { quoteHeading } from "./quote-heading.ts";
import type { Envelope } from "./session.ts";

/** The header of every mail that we send, so that a copy that comes back is not taken for a client's. */
export const ownHeader = "x-parley-message";

export type Composed = { raw: Buffer; envelope: Envelope };

type Account = Pick<Channel, "id" | "externalId">;
type Options = Pick<MailCredentials, "plus" | "bounceAddress">;

export async function composeMail(
  channel: Account,
  options: Options,
  message: Outgoing,
  mail: OutgoingMail,
): Promise<Composed> {
  const { text, html } = bodyOf(message, mail);
  const replyTo = options.plus
    ? plusAddress(channel.externalId, keyOf(mail, "ticket", channel.id, mail.ticketId))
    : null;
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const raw = await new MailComposer({
    messageId: mail.ref,
    date: mail.on,
    from: addressOf(mail.from),
    to: mail.to.map(addressOf),
    cc: mail.cc.map(addressOf),
    ...(replyTo && { replyTo: { name: mail.from.name ?? "", address: replyTo } }),
    subject: subjectOf(mail),
    references: mail.references,
    ...(mail.references.length > 0 && { inReplyTo: mail.references.at(-1) }),
    headers: {
      [ownHeader]: message.messageId,
      // RFC 3834 §5: an automatic answer is marked as a reply.
      ...(mail.automatic && {
        "Auto-Submitted": mail.references.length > 0 ? "auto-replied" : "auto-generated",
        "X-Auto-Response-Suppress": "All",
      }),
    },
    text,
    ...(html !== null && {
      html: html.replace(ownCid, (_, before, cid) => `${before}${withDomain(cid, mail)}"`),
    }),
    attachments: await attachmentsOf(message, mail),
    // IMAP allows no bare line feeds (RFC 9051 §6.3.12), and the copy in Sent has the same bytes.
    newline: "windows",
    // The boundaries do not change from one attempt to the next.
    boundaryPrefix: "parley",
    baseBoundary: message.messageId,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  const bounce = options.bounceAddress
    ? plusAddress(channel.externalId, keyOf(mail, "bounce", channel.id, message.messageId))
    : null;
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc].map(({ address }) => address);
  return { raw, envelope: { from: bounce ?? channel.externalId, to: [...new Set(recipients)] } };
}

/** An address given as an object is never parsed. */
const addressOf = ({ name, address }: OutgoingMail["from"]) => ({ name: name ?? "", address });

/** The subject with the ticket's number, once. */
export function subjectOf({ subject, ticketId }: Pick<OutgoingMail, "subject" | "ticketId">): string {
  const number = numberOf(ticketId);
  return subject.includes(number) ? subject : `${subject} ${number}`.trim();
}

function bodyOf(message: Outgoing, mail: OutgoingMail): { text: string; html: string | null } {
  // The message's own text is cut where its HTML is longer.
  const own = () => (mail.html === null ? message.content || message.caption || "" : readable(mail.html));
  const written = mail.text ?? own();
  const links = message.ratingFor ? starLinks(mail, mail.publicUrl, message.ratingFor.ticketId) : [];
  const quote = mail.quoted && quoteOf(mail.quoted);
  const text = [
    written,
    ...links.map((link, index) => `${stars(index)} ${link}`),
    ...(quote ? [quote.text] : []),
  ].join("\n\n");
  if (mail.html === null && links.length === 0 && !quote) return { text, html: null };
  const html = [
    mail.html ?? `<p>${withBreaks(written)}</p>`,
    ...(links.length > 0 ? [`<p>${links.map(starLink).join(" &nbsp; ")}</p>`] : []),
    ...(quote ? [quote.html] : []),
  ].join("\n");
  return { text, html };
}

/** An answered mail is quoted; a forwarded one stays unchanged, below its header lines. */
function quoteOf(quoted: QuotedMail): { text: string; html: string } {
  const { html: given, text: plain, forwarded } = quoted;
  // Remote pictures get back the address that was disabled for display here.
  const html = given?.replace(/\sdata-remote-src="/g, ' src="') ?? withBreaks(plain);
  if (!forwarded) {
    const head = quoteHeading(quoted);
    const text = `${head}\n${plain.replace(/^/gm, "> ")}`;
    return { text, html: `<p>${escapeHtml(head)}</p><blockquote type="cite">${html}</blockquote>` };
  }
  const head = forwardHeading(quoted).join("\n");
  const text = `${head}\n\n${given === null ? plain : readable(given)}`;
  return { text, html: `<p>${withBreaks(head)}</p><div>${html}</div>` };
}

const stars = (index: number) => "⭐".repeat(index + 1);
const starLink = (link: string, index: number) =>
  `<a href="${escapeHtml(link)}" style="text-decoration:none;font-size:24px">${stars(index)}</a>`;
const withBreaks = (text: string) => escapeHtml(text).replace(/\r?\n/g, "<br>");

/** HTML names one of our files by its id alone; a Content-ID has an "@" (RFC 2392). */
const ownCid = /(\ssrc="cid:)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g;
const withDomain = (cid: string, { from }: OutgoingMail): string =>
  cid.includes("@") ? cid : `${cid}@${from.address.split("@").at(-1)}`;

/** Files are read whole first, so that a mail that cannot be completed is not begun. */
function attachmentsOf({ file }: Outgoing, mail: OutgoingMail) {
  const { files } = mail;
  const all: (OutgoingFile & { cid?: string | null })[] = [...(file ? [file] : []), ...files];
  return Promise.all(
    all.map(async ({ name, mediaType, cid, read }) => ({
      filename: name,
      contentType: mediaType,
      content: await buffer(await read()),
      ...(cid && { cid: withDomain(cid, mail), contentDisposition: "inline" as const }),
    })),
  );
}
