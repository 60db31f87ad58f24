/** The sign is shown for 25 seconds or until a message comes. It answers a message, which it marks as read. */
import { z } from "zod";
import { englishOf } from "../../floor/reasons/english.ts";
import type { Adapter, Channel } from "../seam/adapter.ts";
import type { Graph } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { reasonOfAnswer } from "./refused.ts";

export function createWhatsAppTyping(graph: Graph): NonNullable<Adapter["typing"]> {
  return {
    lasts: 25_000,
    answersMessage: true,
    async show(channel, _to, signal, lastMessageId) {
      // A client who has not written here yet has no message to answer.
      if (lastMessageId) await markAsRead(graph, channel, lastMessageId, true, signal);
    },
  };
}

/** Marks a message and earlier ones as read. Throws when the provider refused it. */
export async function markAsRead(
  graph: Graph,
  channel: Channel,
  messageId: string,
  typing: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { accessToken, phoneNumberId } = credentialsOf(channel);
  const json = {
    messaging_product: "whatsapp",
    status: "read",
    message_id: messageId,
    ...(typing && { typing_indicator: { type: "text" } }),
  };
  const path = `${phoneNumberId}/messages`;
  const answer = await graph.call(accessToken, path, { method: "POST", json, result: z.unknown(), signal });
  if (answer.outcome !== "ok") throw new Error(englishOf(reasonOfAnswer(answer)));
}
