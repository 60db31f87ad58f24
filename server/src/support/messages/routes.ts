import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { readForm } from "../../http/form.ts";
import { uploadLimit } from "../../people/company/upload-limit.ts";
import { accessTicket } from "../ticket/access.ts";
import { accessSeen } from "./access.ts";
import { listVersions } from "./change-sent.ts";
import { viewChat, viewSlice } from "./chat.ts";
import { dismissFailure, listFailures } from "./failures.ts";
import { viewLimits } from "./limits.ts";
import { react } from "./react.ts";
import { retryMessage } from "./retry.ts";
import { searchMessages } from "./search.ts";
import { type LockedTicket, lockToReply, sendMessage } from "./send.ts";
import { sendFile } from "./send-file.ts";
import { sendTemplate } from "./send-template.ts";

/** The console opens a conversation with this many; more would delay other reads. */
const fewSlices = 3;

export function messageRoutes(app: App, context: Context): void {
  route(app, calls.getChat, (request) => {
    const { ticketid, index } = request.params;
    const view = async (scope: Scope) => {
      const ticket = await accessTicket(scope, ticketid, "read");
      return viewChat(scope, ticket, index, request.query.tz);
    };
    return index <= fewSlices ? request.batch(view) : request.work(view);
  });

  route(app, calls.getChatSlice, (request) =>
    request.batch(async (scope) => {
      const ticket = await accessTicket(scope, request.query.ticketid, "read");
      return viewSlice(scope, ticket, request.query);
    }),
  );

  route(app, calls.searchMessages, (request) =>
    request.work(async (scope) => {
      const ticket = await accessTicket(scope, request.query.ticketid, "read");
      return searchMessages(scope, ticket, request.query.keyword);
    }),
  );

  route(app, calls.sendMessage, (request) =>
    request.work((scope, found) => sendMessage(scope, request.body, found as LockedTicket[]), {
      first: (companyId) => lockToReply(companyId, request.body),
    }),
  );

  route(app, calls.sendTemplate, (request) => request.work((scope) => sendTemplate(scope, request.body)));

  route(app, calls.sendFile, async (request, reply) => {
    const { fields, file } = await readForm(request, reply, calls.sendFile.form);
    return sendFile(context, request.caller, fields, file);
  });

  route(app, calls.getSendLimits, (request) =>
    request.work(async (scope) => {
      const ticket = await accessTicket(scope, request.params.ticketid, "read");
      return viewLimits(
        scope.platforms.declarationOf(ticket.platform),
        await uploadLimit(scope, context.config),
      );
    }),
  );

  route(app, calls.getMessageHistory, (request) =>
    request.work(async (scope) => listVersions(scope, await accessSeen(scope, request.params.messageid))),
  );
  route(app, calls.react, (request) => request.work((scope) => react(scope, request.body)));

  route(app, calls.dismissFailure, async (request) => {
    await request.work((scope) => dismissFailure(scope, request.body));
    return {};
  });
  route(app, calls.listFailures, (request) => request.work(listFailures));
  route(app, calls.retryMessage, (request) => request.work((scope) => retryMessage(scope, request.body)));
}
