import {
  channelRow,
  channelRows,
  connectChannel,
  connectedChannel,
  updateChannel,
} from "@parley/contract/channels";
import { uuid } from "@parley/contract/values";
import { z } from "zod";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { disconnectAccount, updateAccount } from "./change.ts";
import { connectAccount } from "./connect.ts";
import { channelModules } from "./registry.ts";
import { listChannels } from "./rows.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const manage = { ability: "manageChannels" } as const;
const params = z.object({ channelid: uuid });

export async function channelRoutes(app: App, context: Context): Promise<void> {
  app.get(
    "/channels",
    { config: { ability: "readTickets" }, schema: { response: { 200: channelRows } } },
    (request) => request.work((scope) => listChannels(scope)),
  );

  app.post(
    "/channels/:platform/connect",
    {
      config: manage,
      schema: {
        params: z.object({ platform: z.string().max(40) }),
        body: connectChannel,
        response: { 200: connectedChannel },
      },
    },
    (request) => connectAccount(context, request.caller, request.params.platform, request.body),
  );

  app.post(
    "/channels/:channelid/update",
    { config: manage, schema: { params, body: updateChannel, response: { 200: channelRow } } },
    (request) => updateAccount(context, request.caller, request.params.channelid, request.body),
  );

  app.post(
    "/channels/:channelid/disconnect",
    { config: manage, schema: { params, response: { 200: z.object({}) } } },
    async (request) => {
      await disconnectAccount(context, request.caller, request.params.channelid);
      return {};
    },
  );

  for (const module of channelModules) module.routes(app, context);
  await webhookRoutes(app, context);
}
