import type { Adapter } from "../seam/adapter.ts";
import type { Graph } from "./api.ts";
import { checkWhatsApp } from "./check.ts";
import { fetchFromWhatsApp } from "./media.ts";
import { acknowledgeRating } from "./rate.ts";
import { createWhatsAppReact } from "./react.ts";
import { createWhatsAppSend } from "./send.ts";
import { createWhatsAppTyping, markAsRead } from "./typing.ts";

export function createWhatsAppAdapter(graph: Graph): Adapter {
  return {
    send: createWhatsAppSend(graph),
    react: createWhatsAppReact(graph),
    fetchMedia: (channel, ref, signal) => fetchFromWhatsApp(graph, channel, ref, signal),
    acknowledgeRating: (channel, click, signal) => acknowledgeRating(graph, channel, click, signal),
    typing: createWhatsAppTyping(graph),
    markRead: (channel, messageId, signal) => markAsRead(graph, channel, messageId, false, signal),
    check: (channel, calledAt, signal, accepted) => checkWhatsApp(graph, channel, calledAt, signal, accepted),
  };
}
