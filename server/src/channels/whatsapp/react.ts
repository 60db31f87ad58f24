/** A reaction is a separate message that replaces the previous one; without an emoji it removes it. */
import { z } from "zod";
import type { Adapter } from "../seam/adapter.ts";
import type { Graph } from "./api.ts";
import { postMessage } from "./post-message.ts";
import { refusedSend } from "./refused.ts";

/** The mark that distinguishes the statuses of a reaction from those of a message. */
export const reactionMark = "reaction:";

export const createWhatsAppReact =
  (graph: Graph): NonNullable<Adapter["react"]> =>
  async (channel, { messageId, externalId, reaction, ...recipient }, signal) => {
    const json = {
      type: "reaction",
      reaction: { message_id: externalId, emoji: reaction ?? "" },
      biz_opaque_callback_data: `${reactionMark}${messageId}`,
    };
    const answer = await postMessage(graph, channel, recipient, json, { result: z.unknown(), signal });
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
