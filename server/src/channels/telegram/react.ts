/** core.telegram.org/bots/api#setmessagereaction: replaces the bot's reaction; an empty list removes it. */
import { z } from "zod";
import type { Adapter } from "../seam/adapter.ts";
import type { TelegramApi } from "./api.ts";
import { messageNumberOf } from "./parse.ts";
import { refusedSend } from "./refused.ts";

export const createTelegramReact =
  (api: TelegramApi): NonNullable<Adapter["react"]> =>
  async (channel, { to, externalId, reaction }, signal) => {
    const params = {
      chat_id: Number(to),
      message_id: messageNumberOf(externalId),
      reaction: reaction === null ? [] : [{ type: "emoji", emoji: reaction }],
    };
    const answer = await api.call(channel.credentials, "setMessageReaction", {
      params,
      result: z.literal(true),
      signal,
    });
    switch (answer.outcome) {
      case "ok":
        return { outcome: "sent" };
      case "refused":
        return refusedSend(answer);
      case "notAccepted":
        return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
      case "unknown":
        return answer;
    }
  };
