import { setupTelegram, setupTelegramAnswer, telegramTokenStatus } from "../telegram.ts";
import type { Declarations } from "./call.ts";

export const channelCalls = {
  getTelegramTokenStatus: {
    summary: "Whether a Telegram bot is connected",
    ability: "manageChannels",
    answer: telegramTokenStatus,
  },
  setupTelegram: {
    summary: "Connect a Telegram bot by its token",
    ability: "manageChannels",
    body: setupTelegram,
    answer: setupTelegramAnswer,
  },
} satisfies Declarations;
