import type { ChannelModule } from "../seam/module.ts";
import { createTelegramAdapter } from "./adapter.ts";
import { createTelegramApi } from "./api.ts";
import { declaration } from "./declaration.ts";
import { pollTelegram } from "./poll.ts";
import { telegramRoutes } from "./routes.ts";
import { telegramApiUrl, telegramSettings } from "./settings.ts";
import { connect, removeWebhook } from "./setup.ts";
import { secretHeader, webhook } from "./webhook.ts";

export const telegram: ChannelModule = {
  platform: "telegram",
  declaration,
  createAdapter: (config) => createTelegramAdapter(createTelegramApi(telegramApiUrl(config))),
  settings: telegramSettings,
  secrets: {
    headers: [secretHeader],
    // The pattern of a bot's token, alone or in an address of the Bot API.
    patterns: [/\d{5,}:[\w-]{20,}|(?<=\/bot)\d+:[\w-]+/g],
  },
  connect,
  disconnect: removeWebhook,
  webhook,
  listen: pollTelegram,
  routes: telegramRoutes,
  openUrl: ({ username }) => (username ? `https://t.me/${username}` : null),
  phoneUrl: (config) => `${telegramApiUrl(config)}/phone`,
};
