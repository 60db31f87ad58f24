/** The fields of an update that Parley reads (core.telegram.org/bots/api#update). */
import { z } from "zod";

const id = z.number().int();

/** No text of PostgreSQL's can hold NUL. */
const words = z.string().transform((text) => text.replaceAll("\0", ""));

const user = z.object({
  id,
  first_name: words,
  last_name: words.optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
});

const chat = z.object({ id, type: z.string() });

const stored = z.object({
  file_id: z.string(),
  file_size: z.number().optional(),
  file_name: words.optional(),
  mime_type: z.string().optional(),
});
const picture = stored.extend({ width: z.number().int(), height: z.number().int() });
const sound = stored.extend({ duration: z.number() });
const film = picture.extend({ duration: z.number(), thumbnail: picture.optional() });
const point = z.object({ latitude: z.number(), longitude: z.number() });

const message = z.object({
  message_id: id,
  date: z.number(),
  edit_date: z.number().optional(),
  from: user.optional(),
  chat,
  media_group_id: z.string().optional(),
  reply_to_message: z.object({ message_id: id }).optional(),
  text: words.optional(),
  caption: words.optional(),
  photo: z.array(picture).min(1).optional(),
  video: film.optional(),
  animation: film.optional(),
  video_note: stored
    .extend({ length: z.number().int(), duration: z.number(), thumbnail: picture.optional() })
    .optional(),
  voice: sound.optional(),
  audio: sound.extend({ performer: words.optional(), title: words.optional() }).optional(),
  document: stored.optional(),
  sticker: picture
    .extend({
      is_animated: z.boolean().optional(),
      is_video: z.boolean().optional(),
      emoji: z.string().optional(),
      thumbnail: picture.optional(),
    })
    .optional(),
  location: point.optional(),
  venue: z.object({ location: point, title: words, address: words }).optional(),
  contact: z.object({ phone_number: words, first_name: words, last_name: words.optional() }).optional(),
  dice: z.object({ emoji: z.string(), value: z.number() }).optional(),
  poll: z.object({ question: words }).optional(),
  story: z.object({}).optional(),
  game: z.object({ title: words }).optional(),
});

export const update = z.object({
  update_id: id,
  message: message.optional(),
  edited_message: message.optional(),
  message_reaction: z
    .object({
      chat,
      message_id: id,
      user: user.optional(),
      new_reaction: z.array(z.object({ type: z.string(), emoji: z.string().optional() })),
    })
    .optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: user,
      message: z.object({ message_id: id, chat }).optional(),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z
    .object({ chat, from: user, new_chat_member: z.object({ status: z.string() }) })
    .optional(),
});

export type TelegramUpdate = z.infer<typeof update>;
export type TelegramMessage = z.infer<typeof message>;
export type TelegramUser = z.infer<typeof user>;

/** Telegram sends `message_reaction` only when it is listed. */
export const allowedUpdates = [
  "message",
  "edited_message",
  "message_reaction",
  "callback_query",
  "my_chat_member",
];

/** Updates of one chat are processed in order. */
export function chatKeyOf({
  message,
  edited_message,
  message_reaction,
  callback_query,
  my_chat_member,
}: TelegramUpdate) {
  const chatOf = message ?? edited_message ?? message_reaction ?? my_chat_member;
  return chatOf?.chat.id ?? callback_query?.from.id ?? 0;
}
