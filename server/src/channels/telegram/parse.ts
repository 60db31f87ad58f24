/**
 * Turns Telegram's JSON into events, without side effects. Support happens in private chats, so updates of groups and
 * channels are dropped.
 */
import { reasonOf } from "@parley/contract/reasons";
import type { IncomingEvent, IncomingMessage, Sender } from "../seam/adapter.ts";
import { contentOf } from "./content.ts";
import { type TelegramMessage, type TelegramUpdate, type TelegramUser, update } from "./update.ts";

/** A message's number is unique only within its chat, so the chat is a part of the id. */
export const externalIdOf = (chatId: number | string, messageId: number): string => `${chatId}:${messageId}`;

export const messageNumberOf = (externalId: string): number =>
  Number(externalId.slice(externalId.lastIndexOf(":") + 1));

/** Null for JSON that is no update; an update without a meaning for the desk is an empty list. */
export function readUpdate(json: unknown): TelegramUpdate | null {
  return update.safeParse(json).data ?? null;
}

export function parseUpdate(received: TelegramUpdate): IncomingEvent[] {
  const { message, edited_message, message_reaction, callback_query, my_chat_member } = received;
  if (message) return parseMessage(message);
  if (edited_message) return parseEdit(edited_message);
  if (message_reaction) return parseReaction(message_reaction);
  if (callback_query) return parsePress(callback_query);
  if (my_chat_member) return parseMembership(my_chat_member);
  return [];
}

const isPrivate = ({ chat }: { chat: { type: string } }) => chat.type === "private";

function parseMessage(message: TelegramMessage): IncomingMessage[] {
  if (!isPrivate(message) || !message.from) return [];
  return [
    {
      kind: "message",
      externalId: externalIdOf(message.chat.id, message.message_id),
      from: senderOf(message.from),
      sentOn: new Date(message.date * 1000),
      ...contentOf(message),
      album: message.media_group_id ?? null,
      replyToExternalId: message.reply_to_message
        ? externalIdOf(message.chat.id, message.reply_to_message.message_id)
        : null,
    },
  ];
}

function parseEdit(message: TelegramMessage): IncomingEvent[] {
  if (!isPrivate(message) || !message.from) return [];
  const { type, content, caption } = contentOf(message);
  // An unsupported edit would remove the text.
  if (type === "unsupported") return [];
  return [
    {
      kind: "edit",
      externalId: externalIdOf(message.chat.id, message.message_id),
      from: senderOf(message.from),
      editedOn: new Date((message.edit_date ?? message.date) * 1000),
      content,
      caption,
    },
  ];
}

function parseReaction(reaction: NonNullable<TelegramUpdate["message_reaction"]>): IncomingEvent[] {
  if (!isPrivate(reaction)) return [];
  // The update holds the whole new set: an empty one removes the reaction. A custom emoji has no character, so it
  // counts as none.
  const emoji = reaction.new_reaction.find(({ type }) => type === "emoji")?.emoji ?? null;
  return [
    { kind: "reaction", externalId: externalIdOf(reaction.chat.id, reaction.message_id), reaction: emoji },
  ];
}

const ratingData = /^rate:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):([123])$/;

function parsePress(press: NonNullable<TelegramUpdate["callback_query"]>): IncomingEvent[] {
  const [, ticketId, rating] = ratingData.exec(press.data ?? "") ?? [];
  if (!ticketId || (press.message && !isPrivate(press.message))) return [];
  return [
    {
      kind: "rating",
      from: senderOf(press.from),
      ticketId,
      rating: Number(rating),
      clickId: press.id,
      questionExternalId: press.message
        ? externalIdOf(press.message.chat.id, press.message.message_id)
        : null,
    },
  ];
}

function parseMembership(member: NonNullable<TelegramUpdate["my_chat_member"]>): IncomingEvent[] {
  if (!isPrivate(member)) return [];
  const { status } = member.new_chat_member;
  const reachable = status === "member";
  if (!reachable && status !== "kicked") return [];
  const reason = reachable ? null : reasonOf("bot_blocked");
  return [{ kind: "reachable", from: senderOf(member.from), reachable, reason }];
}

function senderOf(user: TelegramUser): Sender {
  return {
    externalId: String(user.id),
    name: [user.first_name, user.last_name].filter(Boolean).join(" ").trim() || `Client ${user.id}`,
    username: user.username ?? null,
    lang: user.language_code ?? null,
  };
}
