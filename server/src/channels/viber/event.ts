/** The fields of a callback that Parley reads (creators.viber.com/docs/bots-api/events). */
import { loose, saidCountry, saidLanguage, saidWords, words } from "@parley/contract/said";
import { z } from "zod";

const userId = z.string().min(1).max(200);
const token = z.string().regex(/^\d{1,20}$/);

const user = z.object({
  id: userId,
  name: saidWords(200),
  avatar: loose(words.pipe(z.string().max(2000))),
  language: saidLanguage,
  country: saidCountry,
});
const bytes = z.number().int().nonnegative();

const message = z.object({
  type: z.string(),
  text: loose(words),
  media: loose(z.string().max(4000)),
  /** The address of a video's or picture's thumbnail, like `media`. */
  thumbnail: loose(z.string().max(4000)),
  file_name: loose(words),
  size: loose(bytes),
  file_size: loose(bytes),
  /** The duration in seconds. */
  duration: loose(z.number().nonnegative()),
  contact: loose(z.object({ name: loose(words), phone_number: loose(words) })),
  location: loose(z.object({ lat: z.number(), lon: z.number() })),
});

const common = { timestamp: z.number().int().nonnegative().max(8.64e15), message_token: token };

export const callback = z.discriminatedUnion("event", [
  z.object({ event: z.literal("message"), ...common, sender: user, message }),
  z.object({ event: z.literal("subscribed"), ...common, user }),
  z.object({ event: z.literal("unsubscribed"), ...common, user_id: userId }),
  z.object({ event: z.literal("conversation_started"), ...common, user, subscribed: loose(z.boolean()) }),
  z.object({ event: z.literal("delivered"), ...common, user_id: userId }),
  z.object({ event: z.literal("seen"), ...common, user_id: userId }),
  z.object({ event: z.literal("failed"), ...common, user_id: userId, desc: loose(words) }),
]);

export type ViberCallback = z.infer<typeof callback>;
export type ViberUser = z.infer<typeof user>;
export type ViberMessage = z.infer<typeof message>;

/** The events that a webhook registers for; Viber always sends the others of `callback`. */
export const eventTypes = ["delivered", "seen", "failed", "conversation_started"];
