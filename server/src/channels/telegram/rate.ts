/** The rating question's stars, and what a press changes. */
import { limits } from "@parley/contract/limits";
import { z } from "zod";
import { englishOf } from "../../floor/reasons/english.ts";
import type { Adapter } from "../seam/adapter.ts";
import type { Answer, TelegramApi } from "./api.ts";

const stars = (rating: number) => "⭐".repeat(rating);

/** "rate:<uuid>:<n>" is 43 of the 64 bytes a button may carry. */
export function ratingKeyboard(ticketId: string) {
  const ratings = Array.from({ length: limits.maxRating }, (_, index) => index + 1);
  const row = ratings.map((rating) => ({ text: stars(rating), callback_data: `rate:${ticketId}:${rating}` }));
  return { inline_keyboard: [row] };
}

/**
 * Ends the button's spinner and replaces the question by the answer, which removes the buttons. Safe to repeat:
 * Telegram refuses what is done already with 400, which counts as done. Throws when another try may succeed.
 */
export async function acknowledgeRating(
  api: TelegramApi,
  channel: Parameters<Adapter["acknowledgeRating"]>[0],
  click: Parameters<Adapter["acknowledgeRating"]>[1],
  signal: AbortSignal,
): Promise<void> {
  const call = (method: string, params: Record<string, unknown>) =>
    api.call(channel.credentials, method, { params, result: z.unknown(), signal });
  settle(await call("answerCallbackQuery", { callback_query_id: click.clickId }));
  if (click.messageId === null) return;
  const message_id = Number(click.messageId.slice(click.messageId.lastIndexOf(":") + 1));
  const text = `${stars(click.rating)} ${click.thanks}`;
  settle(await call("editMessageText", { chat_id: Number(click.chatId), message_id, text }));
}

function settle(answer: Answer<unknown>): void {
  if (answer.outcome === "ok") return;
  const transient = answer.outcome !== "refused" || answer.code === 429 || answer.code >= 500;
  if (!transient) return;
  throw new Error(
    answer.outcome === "refused" ? `Telegram answered ${answer.code}.` : englishOf(answer.reason),
  );
}
