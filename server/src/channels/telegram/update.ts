/** The fields of an update that Parley reads (core.telegram.org/bots/api#update). */
import { loose, saidLanguage, saidWords, words } from "@parley/contract/said";
import { z } from "zod";

const id = z.number().int();
/** Seconds, as far as a date can hold them. */
const time = z.number().nonnegative().max(8.64e12);

const user = z.object({
  id,
  first_name: saidWords(200),
  last_name: saidWords(200),
  username: saidWords(200),
  language_code: saidLanguage,
});

const chat = z.object({ id, type: z.string() });

const stored = z.object({
  file_id: z.string(),
  file_size: loose(z.number()),
  file_name: loose(words),
  mime_type: loose(words),
});
/** A file is read whatever is said about how it looks and sounds. */
const pixels = loose(z.number().int().positive().max(100_000));
const seconds = loose(z.number().nonnegative().max(2_000_000));
const picture = stored.extend({ width: pixels, height: pixels });
const sound = stored.extend({ duration: seconds });
const film = picture.extend({ duration: seconds, thumbnail: loose(picture) });
const point = z.object({ latitude: z.number(), longitude: z.number() });

const message = z.object({
  message_id: id,
  date: time,
  edit_date: loose(time),
  from: user.optional(),
  chat,
  media_group_id: loose(z.string()),
  reply_to_message: loose(z.object({ message_id: id })),
  text: loose(words),
  caption: loose(words),
  photo: loose(z.array(picture).min(1)),
  video: loose(film),
  animation: loose(film),
  video_note: loose(stored.extend({ length: pixels, duration: seconds, thumbnail: loose(picture) })),
  voice: loose(sound),
  audio: loose(sound.extend({ performer: loose(words), title: loose(words) })),
  document: loose(stored),
  sticker: loose(
    picture.extend({
      is_animated: loose(z.boolean()),
      is_video: loose(z.boolean()),
      emoji: loose(words),
      thumbnail: loose(picture),
    }),
  ),
  location: loose(point),
  venue: loose(z.object({ location: point, title: words, address: words })),
  contact: loose(z.object({ phone_number: words, first_name: words, last_name: loose(words) })),
  dice: loose(z.object({ emoji: words, value: z.number() })),
  poll: loose(z.object({ question: words })),
  story: loose(z.object({})),
  game: loose(z.object({ title: words })),
});

export const update = z.object({
  update_id: id,
  message: message.optional(),
  edited_message: message.optional(),
  message_reaction: z
    .object({
      chat,
      message_id: id,
      new_reaction: z.array(z.object({ type: z.string(), emoji: loose(words) })),
    })
    .optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: user,
      message: z.object({ message_id: id, chat }).optional(),
      data: loose(z.string()),
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
