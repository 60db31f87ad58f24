/** The specification's own calls: doors to the same action as `/channels/:platform/connect`. */
import { setupTelegram, setupTelegramAnswer, telegramTokenStatus } from "@parley/contract/telegram";
import type { Context } from "../../context.ts";
import type { App } from "../../http/app.ts";
import { isConnected } from "../status.ts";
import { connectTelegram } from "./setup.ts";

export function telegramRoutes(app: App, context: Context): void {
  app.post(
    "/setup-telegram",
    { config: { access: "admin" }, schema: { body: setupTelegram, response: { 200: setupTelegramAnswer } } },
    async (request) => {
      const { bot } = await connectTelegram(context, request.caller, request.body.bot_id, { replace: true });
      return { bot };
    },
  );

  app.get(
    "/admin/get-telegram-token",
    { config: { access: "admin" }, schema: { response: { 200: telegramTokenStatus } } },
    async (request) => ({ tokenStatus: await request.work((scope) => isConnected(scope, "telegram")) }),
  );
}
