import type { Adapter } from "../seam/adapter.ts";
import type { TelegramApi } from "./api.ts";
import { createTelegramEdit, createTelegramRemove } from "./change-sent.ts";
import { checkTelegram } from "./check.ts";
import { fetchFromTelegram } from "./media.ts";
import { createTelegramFindPicture } from "./picture.ts";
import { acknowledgeRating } from "./rate.ts";
import { createTelegramReact } from "./react.ts";
import { createTelegramSend } from "./send.ts";
import { createTelegramTyping } from "./typing.ts";

export function createTelegramAdapter(api: TelegramApi): Adapter {
  return {
    send: createTelegramSend(api),
    react: createTelegramReact(api),
    edit: createTelegramEdit(api),
    remove: createTelegramRemove(api),
    fetchMedia: (channel, ref, signal) => fetchFromTelegram(api, channel, ref, signal),
    findPicture: createTelegramFindPicture(api),
    acknowledgeRating: (channel, click, signal) => acknowledgeRating(api, channel, click, signal),
    typing: createTelegramTyping(api),
    check: (channel, calledAt, signal) => checkTelegram(api, channel, calledAt, signal),
  };
}
