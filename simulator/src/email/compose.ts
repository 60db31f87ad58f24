/** A person's mail in the form their mail program writes. */
import MailComposer from "nodemailer/lib/mail-composer";
import type { StoredFile } from "../files.ts";
import type { MailAddress, PhoneMessage } from "../phone.ts";

export type Draft = {
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  subject: string;
  text: string;
  html: string | undefined;
  files: StoredFile[];
  /** The message it answers, quoted when another person wrote it. */
  answers: PhoneMessage | undefined;
  messageId: string;
  headers: Record<string, string>;
  date: Date;
};

export function composeMail(draft: Draft): Promise<Buffer> {
  const { answers, html } = draft;
  const quotation = answers && answers.side !== "client" ? quoteOf(answers) : undefined;
  return new MailComposer({
    from: draft.from,
    to: draft.to,
    cc: draft.cc,
    subject: draft.subject,
    messageId: draft.messageId,
    date: draft.date,
    inReplyTo: answers?.externalId,
    references: answers ? referencesTo(answers) : undefined,
    text: [draft.text, ...(quotation ? [quotation.text] : [])].join("\n\n"),
    html: html === undefined ? undefined : [html, ...(quotation ? [quotation.html] : [])].join("\n"),
    attachments: draft.files.map(({ name, bytes, mime, path }) => ({
      filename: name ?? path.split("/").at(-1) ?? "file",
      content: bytes,
      contentType: mime,
    })),
    headers: draft.headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** The chain that an answer continues (RFC 5322 §3.6.4). */
export const referencesTo = ({ mail, externalId = "" }: PhoneMessage): string[] => [
  ...(mail?.references ?? []),
  externalId,
];

/** Adds `Re:` once. */
export const answerSubject = (subject: string): string =>
  /^re:/i.test(subject) ? subject : `Re: ${subject}`;

/** A short first line becomes the subject. */
export function subjectOf(text: string): string {
  const [line = ""] = text.trim().split(/\n|(?<=[.!?])\s/);
  return line.length > 60 ? `${line.slice(0, 57).trimEnd()}…` : line;
}

function quoteOf({ at, mail, text = "" }: PhoneMessage): { text: string; html: string } {
  const { name, address } = mail?.from ?? { name: "", address: "" };
  const date = new Date(at).toUTCString().replace(/:\d\d GMT$/, "");
  const intro = `On ${date}, ${name || address} <${address}> wrote:`;
  const lines = text.split("\n").map((line) => `> ${line}`);
  return {
    text: [intro, ...lines].join("\n"),
    html: `<div class="gmail_quote"><div>${escapeHtml(intro)}</div><blockquote type="cite">${escapeHtml(text).replaceAll("\n", "<br>")}</blockquote></div>`,
  };
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
