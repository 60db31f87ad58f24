/** Decides which parts of a mail's text travel with its message. */
import { mailLimits } from "@parley/contract/mail";
import type { ParsedMail } from "./parse/parsed-mail.ts";

type Read = Pick<ParsedMail, "text" | "rest" | "html" | "shownHtml">;

/**
 * HTML that travels with the message; null when there is none; empty when it is too long, so that only the frame has
 * it.
 */
export function travelling({ html, shownHtml }: Pick<Read, "html" | "shownHtml">): string | null {
  const shown = shownHtml ?? html;
  return shown !== null && shown.length > mailLimits.shownHtml ? "" : shown;
}

/** True if the frame has something that the message shows neither as text nor as layout. */
export function hasRest({ html, shownHtml, rest, text }: Read, longestText: number): boolean {
  return rest !== "" || text.length > longestText || (shownHtml ?? html) !== html;
}
