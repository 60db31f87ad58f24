/** The rating question's buttons, and the thanks for a press. */
import { limits } from "@parley/contract/limits";
import { z } from "zod";
import { englishOf } from "../../floor/reasons/english.ts";
import type { Adapter, Channel } from "../seam/adapter.ts";
import type { Graph } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { addressOf } from "./recipient.ts";
import { reasonOfAnswer, refusedSend } from "./refused.ts";

const stars = (rating: number) => "⭐".repeat(rating);

/** Three buttons at most, with titles of 20 characters. */
export function ratingQuestion(ticketId: string, text: string) {
  const ratings = Array.from({ length: limits.maxRating }, (_, index) => index + 1);
  const buttons = ratings.map((rating) => ({
    type: "reply",
    reply: { id: `rate:${ticketId}:${rating}`, title: stars(rating) },
  }));
  return { type: "interactive", interactive: { type: "button", body: { text }, action: { buttons } } };
}

/**
 * The pressed stars as a reaction to the question, which cannot be changed. A repeat replaces it by the same. Throws
 * when another try may succeed.
 */
export async function acknowledgeRating(
  graph: Graph,
  channel: Channel,
  click: Parameters<Adapter["acknowledgeRating"]>[1],
  signal: AbortSignal,
): Promise<void> {
  const { accessToken, phoneNumberId } = credentialsOf(channel);
  const json = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...addressOf(click.chatId),
    type: "reaction",
    reaction: { message_id: click.clickId, emoji: "🙏" },
  };
  const path = `${phoneNumberId}/messages`;
  const answer = await graph.call(accessToken, path, { method: "POST", json, result: z.unknown(), signal });
  if (answer.outcome === "ok") return;
  if (answer.outcome === "refused" && refusedSend(answer).outcome === "refused") return;
  throw new Error(englishOf(reasonOfAnswer(answer)));
}
