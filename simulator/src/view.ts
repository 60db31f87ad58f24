import type { Message } from "@grammyjs/types";
import type { MediaKind } from "./files.ts";
import type { Chat, Kept, Network } from "./network.ts";

/** A message as the client's phone shows it. */
export interface PhoneMessage {
  id: number;
  /** ISO time. */
  at: string;
  side: "client" | "bot";
  type: "text" | MediaKind | "location" | "venue" | "contact" | "other";
  text?: string;
  media?: {
    url: string;
    name?: string;
    mime: string;
    size: number;
    width?: number;
    height?: number;
    duration?: number;
    thumbnail?: string;
  };
  place?: { latitude: number; longitude: number; title?: string; address?: string };
  contact?: { name: string; phone: string };
  emoji?: string;
  replyTo?: { id: number; side: "client" | "bot"; text: string };
  buttons?: { text: string; data?: string; url?: string }[][];
  keyboard?: Record<string, unknown>;
  reactions: { client?: string; bot?: string };
  editedOn?: string;
  album?: string;
  /** Whether the bot's side has taken the update. */
  received: boolean;
}

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

export const fileUrl = (uniqueId: string): string => `/_control/files/${uniqueId}`;

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
  if (!file) return undefined;
  const { name, mime, size, width, height, duration, thumbnail } = file;
  return {
    url: fileUrl(file.uniqueId),
    name,
    mime,
    size,
    width,
    height,
    duration,
    thumbnail: thumbnail && fileUrl(thumbnail.uniqueId),
  };
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
