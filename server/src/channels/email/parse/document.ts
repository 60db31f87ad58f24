/** A received mail as its frame shows it. The thread that reads the mail writes it: a megabyte takes 30 ms. */
import { escapeHtml } from "../../../mail/layout.ts";
import type { MailDocument } from "../../../support/messages/mail-document.ts";
import { writeDocument } from "../../../support/messages/write-document.ts";
import type { ParsedMail } from "./parsed-mail.ts";

type Read = Pick<ParsedMail, "text" | "rest" | "html" | "shownHtml">;

/** Null for a plain text of at most `longestText` characters, which the message shows whole. */
export function writtenDocument(read: Read, longestText: number): Buffer | null {
  const document = documentOf(read, longestText);
  return document && writeDocument(document);
}

function documentOf({ text, rest, html, shownHtml }: Read, longestText: number): MailDocument | null {
  if (html !== null) return { shown: shownHtml ?? html, whole: html };
  if (!rest && text.length <= longestText) return null;
  return { shown: htmlOf(text), whole: htmlOf(rest ? `${text}\n\n${rest}` : text) };
}

/** Text as HTML that keeps its line breaks. */
export const htmlOf = (text: string): string => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;
