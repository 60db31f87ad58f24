/** Push messages: a browser's subscription, and the message for its service worker. */
import { z } from "zod";
import { limits } from "./limits.ts";
import type { Language } from "./sessions.ts";
import type { MessageType } from "./timeline.ts";

/** The key with which browsers subscribe at their push service (VAPID, RFC 8292), base64url. */
export const pushKey = z.object({ key: z.string() });
export type PushKey = z.infer<typeof pushKey>;

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`), `must be ${bytes} bytes`);

/** The browser's own object as `PushSubscription.toJSON` shapes it. */
export const pushSubscription = z.object({
  endpoint: z.string().max(limits.pushEndpoint),
  /** A point on P-256 and a secret of 16 bytes (RFC 8291). */
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type PushSubscriptionJson = z.infer<typeof pushSubscription>;

/** True if this browser gets push messages. */
export const pushState = z.object({ isPushSubscribed: z.boolean() });
export type PushState = z.infer<typeof pushState>;

export const updateSubscription = z.object({ subscription: z.boolean() });

/** The message, encrypted for one browser. The service worker words it in the agent's language. */
export type PushMessage = {
  about:
    | "message"
    | "rating"
    | "private"
    | "ticket"
    | "channel"
    | "failed"
    | "outgoing"
    | "mention"
    | "followed"
    | "offer";
  lang: Language;
  /** The name of the client, colleague or account. */
  name: string;
  /** The message's beginning; empty where it has no words or they did not fit. */
  text: string;
  type: MessageType | null;
  rating: number | null;
  ticketid: string | null;
  colleague: string | null;
};
