/** What of a mail's text travels with its message. */
import { mailLimits } from "@parley/contract/mail";
import type { ParsedMail } from "./parse/parsed-mail.ts";

type Read = Pick<ParsedMail, "text" | "rest" | "html" | "shownHtml">;

/** HTML that travels with the message; null: there is none; empty: it is too long, and in the frame alone. */
export function travelling({ html, shownHtml }: Pick<Read, "html" | "shownHtml">): string | null {
  const shown = shownHtml ?? html;
  return shown !== null && shown.length > mailLimits.shownHtml ? "" : shown;
}

/** The frame has something that the message shows neither as text nor as laid out. */
export function hasRest({ html, shownHtml, rest, text }: Read, longestText: number): boolean {
  return rest !== "" || text.length > longestText || (shownHtml ?? html) !== html;
}
