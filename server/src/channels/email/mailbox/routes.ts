import { calls } from "@parley/contract/calls/table";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../../floor/context.ts";
import { inCompany } from "../../../floor/database/scope.ts";
import type { App } from "../../../http/app.ts";
import { limitServerCalls } from "../../../http/call-limit.ts";
import { route } from "../../../http/calls.ts";
import { channelsChanged } from "../../accounts/changes.ts";
import type { ChannelRow } from "../../seam/module.ts";
import { beginSignIn, listSignIns } from "../oauth/sign-in.ts";
import { beginImport, cancelImport } from "./begin-import.ts";
import { callbackPage } from "./callback.ts";
import { changeMailbox, listMailboxFolders } from "./change.ts";
import { accessMailbox } from "./find.ts";
import { retryMails } from "./retry.ts";
import { testMailAddress } from "./test-address.ts";
import { getMailbox } from "./view.ts";

export function mailboxRoutes(app: App, context: Context): void {
  /** An id of another company consumes nothing of the budget. */
  async function limitCalls(request: FastifyRequest, id: string, reply: FastifyReply) {
    await inCompany(context, request.caller, (scope) => accessMailbox(scope, id));
    await limitServerCalls(context, request, reply);
  }

  route(app, calls.getMailbox, async (request, reply) => {
    await limitCalls(request, request.params.channelid, reply);
    return getMailbox(context, request.caller, request.params.channelid);
  });

  route(app, calls.changeMailbox, (request) =>
    changeMailbox(context, request.caller, request.params.channelid, request.body),
  );

  route(app, calls.listMailboxFolders, async (request, reply) => {
    await limitCalls(request, request.params.channelid, reply);
    return listMailboxFolders(context, request.caller, request.params.channelid);
  });

  route(app, calls.retryMails, async (request, reply) => {
    await limitCalls(request, request.params.channelid, reply);
    return retryMails(context, request.caller, request.params.channelid);
  });

  route(app, calls.testMailAddress, async (request, reply) => {
    await limitCalls(request, request.params.channelid, reply);
    return testMailAddress(context, request.caller, request.params.channelid, request.body);
  });

  route(app, calls.beginMailImport, async (request, reply) => {
    await limitCalls(request, request.params.channelid, reply);
    const { channelid } = request.params;
    const open = (row: ChannelRow) => context.secrets.open(row.credentials);
    await request.work((scope) => beginImport(scope, channelid, open, request.body));
    channelsChanged(context);
    return getMailbox(context, request.caller, channelid);
  });

  route(app, calls.cancelMailImport, async (request) => {
    const { channelid } = request.params;
    await request.work((scope) => cancelImport(scope, channelid));
    channelsChanged(context);
    return getMailbox(context, request.caller, channelid);
  });

  route(app, calls.listMailSignIns, async (request) => {
    await request.work(async () => undefined);
    return listSignIns(context);
  });

  route(app, calls.beginMailSignIn, (request) => beginSignIn(context, request.caller, request.body));

  callbackPage(app, context);
}
