/** Turns a callback into events, without side effects. */
import { reasonOf } from "@parley/contract/reasons";
import type { IncomingEvent, Sender } from "../seam/adapter.ts";
import { provider } from "./api.ts";
import { contentOf } from "./content.ts";
import { callback, type ViberCallback, type ViberUser } from "./event.ts";
import { ratingOf } from "./rate.ts";

/** Null for a callback without a meaning for the desk. */
export const readCallback = (json: unknown): ViberCallback | null => callback.safeParse(json).data ?? null;

export function parseCallback(received: ViberCallback): IncomingEvent[] {
  const { message_token: externalId, timestamp } = received;
  const at = new Date(timestamp);
  switch (received.event) {
    case "message":
      return parseMessage(received, at);
    case "subscribed":
      return [{ kind: "reachable", from: senderOf(received.user), reachable: true, reason: null, at }];
    case "unsubscribed": {
      const from = senderOf({ id: received.user_id });
      return [{ kind: "reachable", from, reachable: false, reason: reasonOf("client_unsubscribed"), at }];
    }
    case "delivered":
      return [{ kind: "receipt", externalId, status: "delivered", reason: null }];
    case "seen":
      return [
        {
          ...{ kind: "receipt", externalId, status: "read", reason: null },
          upTo: { client: received.user_id },
        },
      ];
    case "failed": {
      const says = received.desc?.trim().slice(0, 500);
      const reason = says
        ? reasonOf("provider", { provider, says })
        : reasonOf("client_not_reached", { provider });
      return [{ kind: "receipt", externalId, status: "failed", reason }];
    }
    case "conversation_started":
      return [];
  }
}

type MessageCallback = Extract<ViberCallback, { event: "message" }>;

/** Writing subscribes a client, and no callback says so. */
function parseMessage({ message_token, sender, message }: MessageCallback, at: Date): IncomingEvent[] {
  const from = senderOf(sender);
  const subscribed = { kind: "reachable", from, reachable: true, reason: null, at } as const;
  const pressed = message.type === "text" && ratingOf(message.text ?? "");
  if (pressed)
    return [
      { kind: "rating", from, ...pressed, clickId: message_token, questionExternalId: null },
      subscribed,
    ];
  const content = contentOf(message);
  return [
    {
      kind: "message",
      externalId: message_token,
      from,
      sentOn: at,
      ...content,
      album: null,
      replyToExternalId: null,
    },
    subscribed,
  ];
}

export function senderOf({ id, name, language, country, avatar }: ViberUser): Sender {
  return {
    externalId: id,
    name: name?.trim() || `Client ${id.slice(0, 6)}`,
    username: null,
    lang: language || null,
    country: country || null,
    avatar: avatar || null,
  };
}
