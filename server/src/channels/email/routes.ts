import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { limitCalls } from "../../http/call-limit.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { browserLanguage } from "../../http/language.ts";
import { readOriginal, viewFrame } from "./frame.ts";
import { uploadMailFile } from "./mail-files.ts";
import { scheduleFirst } from "./schedule-first.ts";
import { scheduleMail } from "./schedule-mail.ts";
import { sendMail } from "./send-mail.ts";
import {
  askPage,
  rateByLink,
  readStarLink,
  readWords,
  starPageHeaders,
  thanksPage,
  wrongPage,
} from "./star-page.ts";

export function mailRoutes(app: App, context: Context): void {
  route(app, calls.sendMail, (request) => sendMail(context, request.caller, request.body));

  route(app, calls.scheduleFirstMail, (request) => scheduleFirst(context, request.caller, request.body));
  route(app, calls.scheduleMail, (request) => scheduleMail(context, request.caller, request.body));

  route(app, calls.uploadMailFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.uploadMailFile.form);
    return uploadMailFile(context, request.caller, fields, file);
  });

  route(app, calls.getMailFrame, async (request, reply) => {
    const { pictures, rest, theme } = request.query;
    const shown = { pictures: pictures === "1", rest: rest === "1", theme };
    const { html, policy } = await request.work((scope) =>
      viewFrame(context, scope, request.params.messageid, shown),
    );
    return reply
      .removeHeader("x-frame-options")
      .type("text/html; charset=utf-8")
      .headers({ "content-security-policy": policy, "cache-control": "private, no-store" })
      .send(html);
  });

  route(app, calls.getMailOriginal, async (request, reply) => {
    const found = await request.work((scope) => readOriginal(context, scope, request.params.messageid));
    return reply
      .type("message/rfc822")
      .headers({
        "content-disposition": 'attachment; filename="message.eml"',
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      })
      .send("raw" in found ? found.raw : await context.files.read(found.key));
  });
}

/** The limit holds per network: an office has many clients. */
const presses = { what: "stars", most: 100, perMilliseconds: 60_000 };
// The link is the proof; the page uses no session.
const page = { config: { ability: "public", notACall: "page" } } as const;
const starPath = "/stars/:ticketid/:stars/:signature";

export function starRoutes(app: App, context: Context): void {
  app.get(starPath, page, async (request, reply) => {
    const given = readStarLink(context, request.params);
    const language = browserLanguage(request);
    reply.headers(starPageHeaders);
    return given ? askPage(language, given.stars, request.url) : reply.status(404).send(wrongPage(language));
  });

  app.post(starPath, page, async (request, reply) => {
    const given = readStarLink(context, request.params);
    const language = browserLanguage(request);
    if (given) await limitCalls(context, request, reply, presses);
    const stands = given && (await rateByLink(context, given, readWords(request.body)));
    reply.headers(starPageHeaders);
    return stands ? thanksPage(language, stands) : reply.status(404).send(wrongPage(language));
  });
}
