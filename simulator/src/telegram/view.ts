import type { Message } from "@grammyjs/types";
import { type MediaKind, viewFile } from "../files.ts";
import type { Chat, Kept, Network } from "../network.ts";
import type { PhoneMessage } from "../phone.ts";

const MEDIA: MediaKind[] = [
  "photo",
  "video_note",
  "video",
  "animation",
  "audio",
  "voice",
  "sticker",
  "document",
];

export function viewMessage(network: Network, chat: Chat, kept: Kept): PhoneMessage {
  const { message, fromBot } = kept;
  const inline = message.reply_markup?.inline_keyboard;
  return {
    id: message.message_id,
    at: new Date(message.date * 1000).toISOString(),
    side: fromBot ? "bot" : "client",
    type: typeOf(message),
    text: message.text ?? message.caption,
    media: mediaOf(network, message),
    place: placeOf(message),
    contact: message.contact && { name: fullName(message.contact), phone: message.contact.phone_number },
    emoji: message.sticker?.emoji,
    replyTo: replyOf(chat, message),
    buttons: inline?.map((row) =>
      row.map((button) => ({
        text: button.text,
        data: "callback_data" in button ? button.callback_data : undefined,
        url: "url" in button ? button.url : undefined,
      })),
    ),
    keyboard: kept.keyboard,
    reactions: { ...kept.reactions },
    editedOn: message.edit_date === undefined ? undefined : new Date(message.edit_date * 1000).toISOString(),
    album: message.media_group_id,
    received: fromBot || kept.receivedOn !== undefined,
  };
}

export const fullName = (user: { first_name: string; last_name?: string }): string =>
  [user.first_name, user.last_name].filter(Boolean).join(" ");

function typeOf(message: Message): PhoneMessage["type"] {
  if (message.text !== undefined) return "text";
  if (message.venue) return "venue";
  // An animation carries a document too, so the order of MEDIA decides.
  for (const kind of ["location", "contact", ...MEDIA] as const) if (message[kind]) return kind;
  return "other";
}

function mediaOf(network: Network, message: Message): PhoneMessage["media"] {
  const kind = MEDIA.find((name) => message[name]);
  const media = kind && message[kind];
  const uniqueId = Array.isArray(media) ? media.at(-1)?.file_unique_id : media?.file_unique_id;
  const file = uniqueId ? network.files.byUniqueId(uniqueId) : undefined;
  return file && viewFile(file);
}

function placeOf({ venue, location }: Message): PhoneMessage["place"] {
  if (venue) return { ...point(venue.location), title: venue.title, address: venue.address };
  return location && point(location);
}

const point = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

function replyOf(chat: Chat, message: Message): PhoneMessage["replyTo"] {
  const original = message.reply_to_message;
  if (!original) return undefined;
  const text = message.quote?.text ?? original.text ?? original.caption ?? typeOf(original as Message);
  return { id: original.message_id, side: original.from?.id === chat.bot.user.id ? "bot" : "client", text };
}
