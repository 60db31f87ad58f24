import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { readOriginal, viewFrame } from "./frame.ts";
import { uploadMailFile } from "./mail-files.ts";
import { sendMail } from "./send-mail.ts";

export function mailRoutes(app: App, context: Context): void {
  route(app, calls.sendMail, (request) => sendMail(context, request.caller, request.body));

  route(app, calls.uploadMailFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.uploadMailFile.form);
    return uploadMailFile(context, request.caller, fields, file);
  });

  route(app, calls.getMailFrame, async (request, reply) => {
    const { pictures, rest } = request.query;
    const shown = { pictures: pictures === "1", rest: rest === "1" };
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
