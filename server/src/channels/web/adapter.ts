/** A message is at the visitor's desk when it is stored: their browser gets it from there. */
import type { Adapter } from "../adapters/adapter.ts";

export const createWebAdapter = (): Adapter => ({
  send: async (_channel, { messageId }) => ({ outcome: "sent", externalId: messageId }),
  react: async () => ({ outcome: "sent" }),
  fetchMedia: async () => {
    throw new Error("A visitor's file is uploaded before its message");
  },
  // The stars are a part of the conversation as the visitor sees it.
  acknowledgeRating: async () => undefined,
  typing: null,
  check: async (channel) => ({ outcome: "working", says: channel.name }),
});
