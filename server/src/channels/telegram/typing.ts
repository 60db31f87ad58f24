/** core.telegram.org/bots/api#sendchataction: shown for five seconds or until a message comes. */
import { z } from "zod";
import { englishOf } from "../../floor/reasons/english.ts";
import type { Adapter } from "../seam/adapter.ts";
import type { TelegramApi } from "./api.ts";

export function createTelegramTyping(api: TelegramApi): NonNullable<Adapter["typing"]> {
  return {
    lasts: 5000,
    async show(channel, to, signal) {
      const params = { chat_id: Number(to), action: "typing" };
      const answer = await api.call(channel.credentials, "sendChatAction", {
        params,
        result: z.literal(true),
        signal,
      });
      if (answer.outcome === "ok") return;
      if (answer.outcome !== "refused") throw new Error(englishOf(answer.reason));
      throw new Error(`Telegram answered ${answer.code}: ${answer.description}`);
    },
  };
}
