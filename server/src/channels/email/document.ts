/** A received mail as its frame shows it. */
import { mailLimits } from "@parley/contract/mail";
import { escapeHtml } from "../../mail/layout.ts";
import type { MailDocument } from "../../messages/mail-document.ts";
import type { ParsedMail } from "./parse/parsed-mail.ts";

type Read = Pick<ParsedMail, "text" | "rest" | "html" | "shownHtml">;

/** Null for a plain text that the message shows whole. */
export function documentOf({ text, rest, html, shownHtml }: Read, longestText: number): MailDocument | null {
  if (html !== null) return { shown: shownHtml ?? html, whole: html };
  if (!rest && text.length <= longestText) return null;
  return { shown: htmlOf(text), whole: htmlOf(rest ? `${text}\n\n${rest}` : text) };
}

/** HTML that travels with the message; null: there is none, or it is too long. */
export function travelling({ html, shownHtml }: Pick<Read, "html" | "shownHtml">): string | null {
  const shown = shownHtml ?? html;
  return shown !== null && shown.length <= mailLimits.shownHtml ? shown : null;
}

/** The frame has something that the message has not. */
export function hasRest(read: Read, travels: string | null, longestText: number): boolean {
  const { html, rest, text } = read;
  if (rest !== "" || text.length > longestText) return true;
  return html !== null && (travels === null || html !== travels || html.includes("data-remote-src"));
}

/** A text with its line breaks. */
export const htmlOf = (text: string): string => `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`;
