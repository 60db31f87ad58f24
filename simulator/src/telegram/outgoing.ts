import type { Message } from "@grammyjs/types";
import type { MediaKind, StoredFile } from "../files.ts";
import type { Chat, Network } from "../network.ts";
import { sampleFor } from "../samples/samples.ts";
import { find, quoted } from "./chat.ts";
import { mediaContent, type Raw, storeMedia } from "./media.ts";

export interface FileInput {
  bytes?: Uint8Array;
  base64?: string;
  /** One of the shipped samples; without any bytes the kind's own sample is sent. */
  sample?: string;
  name?: string;
  mime?: string;
  /** The size Telegram is to claim, for big files without their weight. */
  size?: number;
  width?: number;
  height?: number;
  duration?: number;
}

interface Answering {
  /** The message id this answers. */
  replyTo?: number;
  /** A part of that message, quoted. */
  quote?: string;
}

export type OutgoingMedia = Answering & {
  type: MediaKind;
  file?: FileInput;
  caption?: string;
  emoji?: string;
};

/** What a client may send from the phone. */
export type Outgoing =
  | (Answering & { type: "text"; text: string })
  | OutgoingMedia
  | (Answering & { type: "location"; latitude: number; longitude: number })
  | (Answering & { type: "venue"; latitude: number; longitude: number; title: string; address: string })
  | (Answering & { type: "contact"; phone?: string; firstName?: string; lastName?: string });

export async function contentOf(network: Network, chat: Chat, outgoing: Outgoing): Promise<Partial<Message>> {
  const reply = replyFor(chat, outgoing);
  switch (outgoing.type) {
    case "text":
      return { text: outgoing.text, entities: commandIn(outgoing.text), ...reply };
    case "location":
      return { location: pointOf(outgoing), ...reply };
    case "venue": {
      const { title, address } = outgoing;
      return {
        venue: { location: pointOf(outgoing), title, address },
        location: pointOf(outgoing),
        ...reply,
      };
    }
    case "contact":
      return { contact: contactOf(chat, outgoing), ...reply };
    default: {
      const file = await fileFor(network, outgoing);
      const caption = outgoing.caption ? { caption: outgoing.caption } : {};
      return { ...mediaContent(outgoing.type, file, chat.bot.user.id), ...caption, ...reply };
    }
  }
}

async function fileFor(network: Network, { type, file = {}, emoji }: OutgoingMedia): Promise<StoredFile> {
  const bytes = file.bytes ?? (file.base64 === undefined ? undefined : Buffer.from(file.base64, "base64"));
  const raw: Raw = bytes
    ? { ...file, bytes: Buffer.from(bytes), mime: file.mime ?? "application/octet-stream" }
    : { ...(await sampleFor(type, file.sample)), ...given(file) };
  return storeMedia(network, type, { ...raw, ...(emoji ? { emoji } : {}) });
}

/** Only what was really given may overrule the sample's own facts. */
function given({ name, mime, size, width, height, duration }: FileInput): Partial<Raw> {
  const facts = { name, mime, size, width, height, duration };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function replyFor(chat: Chat, { replyTo, quote }: Answering): Partial<Message> {
  if (replyTo === undefined) return {};
  const original = find(chat, replyTo);
  if (!original) throw new Error(`There is no message ${replyTo} to reply to`);
  const position = quote ? (original.message.text ?? original.message.caption ?? "").indexOf(quote) : -1;
  const part = quote && position >= 0 ? { quote: { text: quote, position, is_manual: true as const } } : {};
  return { reply_to_message: quoted(original), ...part };
}

/** Without a number it is the person's own, the only contact that carries a `user_id`. */
function contactOf({ person }: Chat, { phone, firstName, lastName }: Outgoing & { type: "contact" }) {
  if (phone !== undefined) return { phone_number: phone, first_name: firstName ?? "", last_name: lastName };
  const { id, first_name, last_name } = person.user;
  return { phone_number: person.phone ?? `+888${id}`, first_name, last_name, user_id: id };
}

function commandIn(text: string): Message["entities"] {
  const command = /^\/\w+/.exec(text)?.[0];
  return command ? [{ type: "bot_command", offset: 0, length: command.length }] : undefined;
}

const pointOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
  latitude,
  longitude,
});
