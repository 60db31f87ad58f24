import { z } from "zod";
import type { Context } from "../../../floor/context.ts";
import type { App } from "../../../http/app.ts";
import { limitCalls } from "../../../http/call-limit.ts";
import { browserLanguage } from "../../../http/language.ts";
import { escapeHtml } from "../../../mail/layout.ts";
import { checkStopLink, stopMails } from "./stop.ts";
import { textsFor } from "./texts.ts";

const path = "/chat/stop/:channelid/:visitor/:signature";
const params = z.object({
  channelid: z.uuid(),
  visitor: z.string().max(300),
  signature: z.string().max(100),
});
const presses = { what: "no more mails", most: 60, perMilliseconds: 60_000 };
const page = { config: { ability: "public", notACall: "page" }, schema: { params } } as const;

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "x-robots-tag": "noindex",
};

const document = (lang: string, title: string, body: string) =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
  `<title>${escapeHtml(title)}</title></head><body><main>${body}</main></body></html>`;

/** The link's signature is its proof; the page uses no session. */
export function stopRoutes(app: App, context: Context): void {
  const whomOf = (given: unknown) => {
    const { channelid, visitor, signature } = given as z.output<typeof params>;
    const whom = { channelId: channelid, externalId: visitor };
    checkStopLink(context, whom, signature);
    return whom;
  };

  app.get(path, page, async (request, reply) => {
    whomOf(request.params);
    const { lang, texts } = textsFor(browserLanguage(request));
    const form = `<form method="post" action="${escapeHtml(request.url)}"><button>${escapeHtml(texts.stopAsk)}</button></form>`;
    return reply.headers(headers).send(document(lang, texts.stopAsk, form));
  });

  app.post(path, page, async (request, reply) => {
    const whom = whomOf(request.params);
    await limitCalls(context, request, reply, presses);
    const { lang, texts } = textsFor(await stopMails(context, whom));
    return reply.headers(headers).send(document(lang, texts.stopped, `<p>${escapeHtml(texts.stopped)}</p>`));
  });
}
