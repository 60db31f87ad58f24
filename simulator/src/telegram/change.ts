import { isDeepStrictEqual } from "node:util";
import type { InlineKeyboardMarkup, Message } from "@grammyjs/types";
import { type Chat, type Kept, unixSeconds } from "../network.ts";
import { accessChat, accessWritableChat, type Call, type Method } from "./call.ts";
import { find, publish, remove } from "./chat.ts";
import { captionOf, textOf } from "./formatting.ts";
import { checkMarkup } from "./markup.ts";
import { isRecord } from "./parameters.ts";
import { canonicalEmoji, REACTIONS } from "./reactions.ts";
import { badRequest } from "./refusal.ts";

const DELETABLE_MS = 48 * 3_600_000;

export const editMessageText: Method = (call) => {
  const { chat, kept } = accessOwn(call, "edit");
  if (kept.message.text === undefined) throw badRequest("there is no text in the message to edit");
  return change(call, chat, kept, textOf(call.params));
};

export const editMessageCaption: Method = (call) => {
  const { chat, kept } = accessOwn(call, "edit");
  if (kept.message.text !== undefined) throw badRequest("there is no caption in the message to edit");
  return change(call, chat, kept, {
    caption: undefined,
    caption_entities: undefined,
    ...captionOf(call.params),
  });
};

export const editMessageReplyMarkup: Method = (call) => {
  const { chat, kept } = accessOwn(call, "edit");
  return change(call, chat, kept, {});
};

export const deleteMessage: Method = (call) => {
  const { chat, kept } = accessOwn(call, "delete");
  const age = call.network.now() - kept.message.date * 1000;
  if (age > DELETABLE_MS) throw badRequest("message can't be deleted for everyone");
  remove(call.network, chat, kept);
  return true;
};

export const setMessageReaction: Method = (call) => {
  const chat = accessWritableChat(call);
  const kept = find(chat, call.params.integer("message_id"));
  if (!kept) throw badRequest("message to react not found");
  const wanted = call.params.list("reaction") ?? [];
  if (wanted.length > 1) throw badRequest("REACTIONS_TOO_MANY");
  kept.reactions.bot = wanted.length ? checkReaction(wanted[0]) : undefined;
  publish(call.network, chat, kept, "reaction");
  return true;
};

function checkReaction(reaction: unknown): string {
  if (!isRecord(reaction) || reaction.type !== "emoji") throw badRequest("REACTION_INVALID");
  const emoji = canonicalEmoji(String(reaction.emoji));
  // Telegram refuses the variation selector, and so does this.
  if (!REACTIONS.has(emoji) || emoji !== reaction.emoji) throw badRequest("REACTION_INVALID");
  return emoji;
}

function accessOwn(call: Call, verb: "edit" | "delete"): { chat: Chat; kept: Kept } {
  const chat = verb === "edit" ? accessWritableChat(call) : accessChat(call);
  const id = call.params.integer("message_id");
  if (id === undefined) throw badRequest("message identifier is not specified");
  const kept = find(chat, id);
  if (!kept) throw badRequest(`message to ${verb} not found`);
  if (verb === "edit" && !kept.fromBot) throw badRequest("message can't be edited");
  return { chat, kept };
}

/** An edit without `reply_markup` removes the buttons, as at Telegram. */
function change(call: Call, chat: Chat, kept: Kept, content: Partial<Message>): Message {
  const markup: InlineKeyboardMarkup | undefined = checkMarkup(call.params).inline;
  const changed: Message = { ...kept.message, ...content, reply_markup: markup };
  if (isDeepStrictEqual(withoutBlanks(changed), withoutBlanks(kept.message))) {
    throw badRequest(
      "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  }
  kept.message = { ...changed, edit_date: unixSeconds(call.network) };
  publish(call.network, chat, kept, "edit");
  return kept.message;
}

const withoutBlanks = (message: Message): unknown => JSON.parse(JSON.stringify(message));
