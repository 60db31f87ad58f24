/** The stars below the rating question. */
import { limits } from "@parley/contract/limits";
import { z } from "zod";
import { englishOf } from "../../floor/reasons/english.ts";
import type { Adapter } from "../seam/adapter.ts";
import { tooManyRequests, type ViberApi } from "./api.ts";
import { senderName } from "./send.ts";

const stars = (rating: number) => "⭐".repeat(rating);
const pressed = /^rate:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):([123])$/;

/** A press arrives as a text with the button's body; without `silent` the client sees that text in the chat. */
export function ratingKeyboard(ticketId: string, { silent }: { silent: boolean }) {
  const ratings = Array.from({ length: limits.maxRating }, (_, index) => index + 1);
  return {
    Type: "keyboard",
    DefaultHeight: false,
    Buttons: ratings.map((rating) => ({
      Columns: 2,
      Rows: 1,
      ActionType: "reply",
      ActionBody: `rate:${ticketId}:${rating}`,
      Text: stars(rating),
      ...(silent && { Silent: true }),
    })),
  };
}

export function ratingOf(text: string): { ticketId: string; rating: number } | null {
  const [, ticketId, rating] = pressed.exec(text) ?? [];
  return ticketId ? { ticketId, rating: Number(rating) } : null;
}

/**
 * Thanks in a separate message, once. A client shows the keyboard of the newest message, so the stars disappear. Throws
 * when Viber certainly did not accept it; a message it may have accepted is not sent twice.
 */
export async function acknowledgeRating(
  api: ViberApi,
  channel: Parameters<Adapter["acknowledgeRating"]>[0],
  click: Parameters<Adapter["acknowledgeRating"]>[1],
  signal: AbortSignal,
): Promise<void> {
  if (click.first === false) return;
  const body = {
    receiver: click.chatId,
    sender: { name: senderName(channel.name) },
    type: "text",
    text: `${stars(click.rating)} ${click.thanks}`,
  };
  const answer = await api.call(channel.credentials, "send_message", { body, result: z.unknown(), signal });
  if (answer.outcome === "notAccepted") throw new Error(englishOf(answer.reason));
  if (answer.outcome === "refused" && answer.status === tooManyRequests)
    throw new Error("Viber asks to slow down");
}
