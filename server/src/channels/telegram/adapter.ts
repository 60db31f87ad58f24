import type { Adapter } from "../channel.ts";
import type { TelegramApi } from "./api.ts";
import { checkTelegram } from "./check.ts";
import { fetchFromTelegram } from "./media.ts";
import { acknowledgeRating } from "./rate.ts";
import { sendToTelegram } from "./send.ts";
import { createTelegramTyping } from "./typing.ts";

/** core.telegram.org/bots/api#sending-files: what is no photo may have 50 MB, and a larger picture goes as a document. */
const largestUpload = 50 * 2 ** 20;

export function createTelegramAdapter(api: TelegramApi): Adapter {
  return {
    platform: "telegram",
    limits: {
      text: 4096,
      caption: 1024,
      upload: {
        image: largestUpload,
        video: largestUpload,
        audio: largestUpload,
        document: largestUpload,
      },
    },
    send: (channel, message, signal) => sendToTelegram(api, channel, message, signal),
    fetchMedia: (channel, ref, signal) => fetchFromTelegram(api, channel, ref, signal),
    acknowledgeRating: (channel, click, signal) => acknowledgeRating(api, channel, click, signal),
    typing: createTelegramTyping(api),
    check: (channel, calledAt, signal) => checkTelegram(api, channel, calledAt, signal),
  };
}
