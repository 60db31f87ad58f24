/** The specification's own calls, which do the same as `/channels/:platform/connect`. */
import { calls } from "@parley/contract/calls/table";
import type { Context } from "../../floor/context.ts";
import type { App } from "../../http/app.ts";
import { route } from "../../http/calls.ts";
import { isConnected } from "../accounts/status.ts";
import { connectTelegram } from "./setup.ts";

export function telegramRoutes(app: App, context: Context): void {
  route(app, calls.setupTelegram, async (request) => {
    const { bot } = await connectTelegram(context, request.caller, request.body.bot_id, { replace: true });
    return { bot };
  });

  route(app, calls.getTelegramTokenStatus, async (request) => ({
    tokenStatus: await request.work((scope) => isConnected(scope, "telegram")),
  }));
}
