/** The page behind a star of a mail. Showing it changes nothing, since scanners open links; its button rates. */
import { limits } from "@parley/contract/limits";
import { mostRatingWords } from "@parley/contract/rating-words";
import type { Language } from "@parley/contract/sessions";
import { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany } from "../../floor/database/scope.ts";
import { escapeHtml } from "../../mail/layout.ts";
import { rateTicket } from "../../support/tickets/rate.ts";
import { isStarLink } from "./marks/star-links.ts";
import { starTexts } from "./star-texts.ts";

const link = z.object({
  ticketid: z.uuid(),
  stars: z.coerce.number().int().min(1).max(limits.maxRating),
  signature: z.string().max(100),
});
export type StarLink = z.output<typeof link>;

/** Null for a link that the desk did not make. */
export function readStarLink({ secrets }: Pick<Context, "secrets">, params: unknown): StarLink | null {
  const { success, data } = link.safeParse(params);
  return success && isStarLink(secrets, data.ticketid, data.stars, data.signature) ? data : null;
}

const form = z.object({ words: z.string() });

/** The words of the page's form, cut where they are too long: a browser sends each end of a line as two characters. */
export function readWords(body: unknown): string | undefined {
  const { data } = form.safeParse(body);
  return data?.words.replaceAll("\r\n", "\n").trim().slice(0, mostRatingWords) || undefined;
}

/** The rating that counts; null when the ticket is gone. The first words that are given stay. */
export async function rateByLink(
  context: Context,
  { ticketid, stars }: StarLink,
  words?: string,
): Promise<number | null> {
  const ticket = await acrossCompanies(context, (db) =>
    db
      .selectFrom("ticket")
      .select(["company_id", "channel_id", "client_external_id"])
      .where("id", "=", ticketid)
      .executeTakeFirst(),
  );
  if (!ticket) return null;
  const { company_id: companyId, channel_id: channelId, client_external_id: client } = ticket;
  const stands = await inCompany(context, { kind: "desk", companyId }, (scope) =>
    rateTicket(scope, ticketid, stars, client, channelId, { words }),
  );
  return stands?.rating ?? null;
}

/** The page that asks for the press that rates. */
export function askPage(language: Language, stars: number, action: string): string {
  const texts = starTexts[language];
  const button = `<button name="stars" value="${stars}">${escapeHtml(texts.send)}</button>`;
  const words = `<label for="words">${escapeHtml(texts.words)}</label>
    <textarea id="words" name="words" rows="4" maxlength="${mostRatingWords}"></textarea>`;
  const asked = `<form method="post" action="${escapeHtml(action)}">${words}${button}</form>`;
  return page(language, texts.title, drawn(language, stars) + asked);
}

export function thanksPage(language: Language, stars: number): string {
  const { title, thanks } = starTexts[language];
  return page(language, title, `${drawn(language, stars)}<p>${escapeHtml(thanks)}</p>`);
}

export function wrongPage(language: Language): string {
  const { title, wrong } = starTexts[language];
  return page(language, title, `<p>${escapeHtml(wrong)}</p>`);
}

function drawn(language: Language, stars: number): string {
  const label = escapeHtml(starTexts[language].stars(stars));
  const shown = "★".repeat(stars) + "☆".repeat(limits.maxRating - stars);
  return `<p class="stars" role="img" aria-label="${label}">${shown}</p>`;
}

export const starPageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "x-robots-tag": "noindex",
};
const style = `
  :root { color-scheme: dark light; --bg: #0b0f14; --pane: #10161d; --line: #2a333d; --edge: #66717d; --text: #e8eef4; --star: #ffc857; --button: #5cf6fc; --on: #04282b; }
  @media (prefers-color-scheme: light) { :root { --bg: #f3f6f8; --pane: #fff; --line: #dde4ea; --edge: #76828d; --text: #0e1720; --star: #8a5a00; --button: #067a80; --on: #fff; } }
  body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 420px; margin: 12vh auto 0; padding: 32px 24px; background: var(--pane); border: 1px solid var(--line); border-radius: 16px; text-align: center; }
  h1 { margin: 0; font-size: 20px; } .stars { margin: 16px 0; font-size: 40px; line-height: 1; color: var(--star); letter-spacing: 4px; }
  label { display: block; margin-bottom: 6px; text-align: start; font-size: 14px; }
  textarea { width: 100%; box-sizing: border-box; margin-bottom: 16px; padding: 8px 10px; border: 1px solid var(--edge); border-radius: 10px; background: transparent; color: inherit; font: inherit; resize: vertical; }
  button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 10px; background: var(--button); color: var(--on); font: inherit; font-weight: 700; cursor: pointer; }
  button:focus-visible, textarea:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
  @media (max-width: 480px) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh; box-sizing: border-box; } }`;

const page = (language: Language, title: string, body: string) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`;
