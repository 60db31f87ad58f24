import { calls } from "@parley/contract/calls/table";
import type { Context } from "../floor/context.ts";
import type { App } from "../http/app.ts";
import { limitCompany, limitServerCalls } from "../http/call-limit.ts";
import { route } from "../http/calls.ts";
import { testAccount } from "./accounts/account-test.ts";
import { disconnectAccount, updateAccount } from "./accounts/change.ts";
import { connectAccount } from "./accounts/connect.ts";
import { listTemplates } from "./accounts/list-templates.ts";
import { listChannels } from "./accounts/rows.ts";
import { webhookRoutes } from "./inbound/webhook-routes.ts";
import { deleteSent, editSent } from "./outbound/change-sent.ts";
import { startConversation } from "./outbound/start-conversation.ts";

const testsAllowed = { what: "account test", most: 30, perMilliseconds: 10 * 60_000 };

export async function channelRoutes(app: App, context: Context): Promise<void> {
  route(app, calls.listChannels, (request) => request.work(listChannels));

  route(app, calls.connectChannel, async (request, reply) => {
    await limitServerCalls(context, request, reply);
    return connectAccount(context, request.caller, request.params.platform, request.body);
  });

  route(app, calls.updateChannel, (request) =>
    updateAccount(context, request.caller, request.params.channelid, request.body),
  );

  route(app, calls.testChannel, async (request, reply) => {
    await limitServerCalls(context, request, reply);
    await limitCompany(context, request, reply, testsAllowed);
    const { channelid } = request.params;
    return testAccount(context, request.caller, channelid, request.body.to ?? null);
  });

  route(app, calls.disconnectChannel, async (request) => {
    await disconnectAccount(context, request.caller, request.params.channelid);
    return {};
  });

  route(app, calls.listTemplates, (request) =>
    request.work((scope) => listTemplates(scope, request.params.channelid)),
  );

  route(app, calls.editMessage, (request) => editSent(context, request.caller, request.body));
  route(app, calls.deleteMessage, (request) => deleteSent(context, request.caller, request.body));

  route(app, calls.startConversation, (request) => startConversation(context, request.caller, request.body));

  for (const module of context.channels.all) module.routes(app, context);
  await webhookRoutes(app, context);
}
