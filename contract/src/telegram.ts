/** The specification's own calls for connecting a bot. */
import { z } from "zod";

export const telegramTokenStatus = z.object({ tokenStatus: z.boolean() });

/** The field's name is the specification's; it holds the whole token. Empty ones and those of another shape get the catalogue's texts. */
export const setupTelegram = z.object({ bot_id: z.string().max(20_000).default("") });
export const setupTelegramAnswer = z.object({
  bot: z.object({ id: z.number(), username: z.string(), name: z.string() }),
});
