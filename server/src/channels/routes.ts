import { setupTelegram, setupTelegramAnswer, telegramTokenStatus } from "@parley/contract/channels";
import type { Context } from "../context.ts";
import type { App } from "../http/app.ts";
import { connect, providerRoutes } from "./registry.ts";
import { isConnected } from "./status.ts";

export function channelRoutes(app: App, context: Context): void {
  app.post(
    "/setup-telegram",
    { config: { access: "admin" }, schema: { body: setupTelegram, response: { 200: setupTelegramAnswer } } },
    (request) => connect.telegram(context, request.caller, request.body.bot_id),
  );

  app.get(
    "/admin/get-telegram-token",
    { config: { access: "admin" }, schema: { response: { 200: telegramTokenStatus } } },
    async (request) => ({ tokenStatus: await request.work((scope) => isConnected(scope, "telegram")) }),
  );

  providerRoutes(app, context);
}
