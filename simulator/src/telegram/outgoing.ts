import type { Message } from "@grammyjs/types";
import type { Chat, Network } from "../network.ts";
import { rawOf } from "../outgoing-file.ts";
import type { Answering, Outgoing } from "../phone.ts";
import { find, quoted } from "./chat.ts";
import { mediaContent, storeMedia } from "./media.ts";

export async function contentOf(network: Network, chat: Chat, outgoing: Outgoing): Promise<Partial<Message>> {
  if (outgoing.type === "unsupported") return { dice: { emoji: "🎲", value: 4 } };
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
      const file = await storeMedia(network, outgoing.type, await rawOf(outgoing));
      const caption = outgoing.caption ? { caption: outgoing.caption } : {};
      return { ...mediaContent(outgoing.type, file, chat.bot.user.id), ...caption, ...reply };
    }
  }
}

function replyFor(chat: Chat, { replyTo, quote }: Answering): Partial<Message> {
  if (replyTo === undefined) return {};
  const original = find(chat, replyTo);
  if (!original) throw new Error(`There is no message ${replyTo} to reply to`);
  const position = quote ? (original.message.text ?? original.message.caption ?? "").indexOf(quote) : -1;
  const part = quote && position >= 0 ? { quote: { text: quote, position, is_manual: true as const } } : {};
  return { reply_to_message: quoted(original), ...part };
}

/** Without a number it is the person's own contact, the only one with a `user_id`. */
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
