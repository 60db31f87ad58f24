/** A reaction is a message of its own that replaces the one before; without an emoji it takes it back. */
import { z } from "zod";
import type { Adapter } from "../adapters/adapter.ts";
import type { Graph } from "./api.ts";
import { credentialsOf } from "./credentials.ts";
import { addressOf } from "./recipient.ts";
import { refusedSend } from "./refused.ts";

/** Marks the statuses of a reaction apart from those of a message. */
export const reactionMark = "reaction:";

export const createWhatsAppReact =
  (graph: Graph): NonNullable<Adapter["react"]> =>
  async (channel, { to, messageId, externalId, reaction }, signal) => {
    const { accessToken, phoneNumberId } = credentialsOf(channel);
    const json = {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...addressOf(to),
      type: "reaction",
      reaction: { message_id: externalId, emoji: reaction ?? "" },
      biz_opaque_callback_data: `${reactionMark}${messageId}`,
    };
    const path = `${phoneNumberId}/messages`;
    const answer = await graph.call(accessToken, path, {
      method: "POST",
      json,
      result: z.unknown(),
      signal,
    });
    switch (answer.outcome) {
      case "ok":
        return { outcome: "sent" };
      case "refused":
        return refusedSend(answer);
      case "notTaken":
        return { outcome: "tryAgain", afterMs: null, reason: answer.reason };
      case "unknown":
        return answer;
    }
  };
