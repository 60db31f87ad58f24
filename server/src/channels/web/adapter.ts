/** A message has arrived when it is stored: the visitor's browser fetches it from here. */
import type { VisitorSignals } from "../../http/live/visitor-signals.ts";
import type { Adapter } from "../seam/adapter.ts";

export const createWebAdapter = (visitors: Pick<VisitorSignals, "send">): Adapter => ({
  send: async (_channel, { messageId }) => ({ outcome: "sent", externalId: messageId }),
  react: async () => ({ outcome: "sent" }),
  fetchMedia: async () => {
    throw new Error("A visitor's file is uploaded before its message");
  },
  // The stars are a part of the conversation as the visitor sees it.
  acknowledgeRating: async () => undefined,
  typing: {
    lasts: 5000,
    async show({ id: channelId }, externalId, _signal, _lastMessageId, by) {
      if (by) visitors.send({ kind: "typing", channelId, externalId, ...by });
    },
  },
  async markRead({ id: channelId }, messageId) {
    visitors.send({ kind: "read", channelId, messageId });
  },
  check: async (channel) => ({ outcome: "working", says: channel.name }),
});
