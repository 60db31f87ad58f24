import type { Message, Chat as TelegramChat } from "@grammyjs/types";
import { type Bot, type Chat, type Kept, type Network, type Person, unixSeconds } from "../network.ts";
import { chatKey } from "./call.ts";
import { viewMessage } from "./view.ts";

/** The chat of two who may not have met yet; made when missing. */
export function openChat(network: Network, bot: Bot, person: Person): Chat {
  const key = chatKey(bot.user.id, person.user.id);
  const known = network.chats.get(key);
  if (known) return known;
  const chat: Chat = { bot, person, messages: new Map(), lastMessageId: 0 };
  network.chats.set(key, chat);
  return chat;
}

export function telegramChat({ person: { user } }: Chat): TelegramChat.PrivateChat {
  const { id, first_name, last_name, username } = user;
  return { id, type: "private", first_name, last_name, username };
}

interface Written extends Partial<Message> {
  keyboard?: Record<string, unknown>;
}

/** Adds a message to the chat and the phone; the caller notifies the bot. */
export function append(network: Network, chat: Chat, fromBot: boolean, written: Written): Kept {
  const { keyboard, ...content } = written;
  chat.lastMessageId += 1;
  const kept: Kept = {
    message: {
      message_id: chat.lastMessageId,
      from: fromBot ? botAsUser(chat.bot) : chat.person.user,
      chat: telegramChat(chat),
      date: unixSeconds(network),
      ...content,
    },
    fromBot,
    keyboard,
    reactions: {},
  };
  chat.messages.set(kept.message.message_id, kept);
  publish(network, chat, kept, "message");
  return kept;
}

export function find(chat: Chat, messageId: number | undefined): Kept | undefined {
  const kept = messageId === undefined ? undefined : chat.messages.get(messageId);
  return kept?.deletedOn === undefined ? kept : undefined;
}

/** A quoted message never quotes another one. */
export function quoted({ message }: Kept): NonNullable<Message["reply_to_message"]> {
  const { reply_to_message: _nested, ...rest } = message;
  return rest as NonNullable<Message["reply_to_message"]>;
}

export function remove(network: Network, chat: Chat, kept: Kept): void {
  kept.deletedOn = network.now();
  network.live.publish({ type: "delete", ...names(chat), id: kept.message.message_id });
}

export function publish(
  network: Network,
  chat: Chat,
  kept: Kept,
  type: "message" | "edit" | "reaction" | "received",
): void {
  network.live.publish({ type, ...names(chat), message: viewMessage(network, chat, kept) });
}

export const names = (chat: Chat) => ({ account: chat.bot.user.id, person: chat.person.user.id });

function botAsUser({ user }: Bot) {
  const { id, is_bot, first_name, username } = user;
  return { id, is_bot, first_name, username };
}
