import type { Message } from "@grammyjs/types";
import type { MediaKind } from "../files.ts";
import type { Chat } from "../network.ts";
import { accessWritableChat, type Call, type Method } from "./call.ts";
import { append, find, names, quoted } from "./chat.ts";
import { captionOf, textOf } from "./formatting.ts";
import { checkMarkup } from "./markup.ts";
import { mediaContent } from "./media.ts";
import { isRecord } from "./parameters.ts";
import { receiveFile } from "./receive-file.ts";
import { badRequest } from "./refusal.ts";

const ACTIONS = [
  "typing",
  "upload_photo",
  "record_video",
  "upload_video",
  "record_voice",
  "upload_voice",
  "upload_document",
  "choose_sticker",
  "find_location",
  "record_video_note",
  "upload_video_note",
];

export const sendMessage: Method = (call) => {
  const chat = accessWritableChat(call);
  return post(call, chat, textOf(call.params));
};

export const sendMedia =
  (kind: MediaKind): Method =>
  async (call) => {
    const chat = accessWritableChat(call);
    const caption = captionOf(call.params);
    const file = await receiveFile(call, kind, call.params.text(kind), kind);
    return post(call, chat, { ...mediaContent(kind, file, call.bot.user.id), ...caption });
  };

export const sendLocation: Method = (call) =>
  post(call, accessWritableChat(call), { location: pointOf(call) });

export const sendVenue: Method = (call) => {
  const chat = accessWritableChat(call);
  const location = pointOf(call);
  const title = required(call, "title", "venue title must be non-empty");
  const address = required(call, "address", "venue address must be non-empty");
  return post(call, chat, { location, venue: { location, title, address } });
};

export const sendContact: Method = (call) => {
  const chat = accessWritableChat(call);
  const phone_number = required(call, "phone_number", "phone number must be non-empty");
  const first_name = required(call, "first_name", "first name must be non-empty");
  return post(call, chat, {
    contact: { phone_number, first_name, last_name: call.params.text("last_name") },
  });
};

export const sendChatAction: Method = (call) => {
  const chat = accessWritableChat(call);
  const action = call.params.text("action") ?? "";
  if (!ACTIONS.includes(action)) throw badRequest("wrong parameter action in request");
  const { network } = call;
  network.live.publish({ type: "action", ...names(chat), action, forMs: network.timing.actionMs });
  return true;
};

/** Every check is done before anything is written, so that a refused call leaves no trace. */
function post(call: Call, chat: Chat, content: Partial<Message>): Message {
  const { inline, keyboard } = checkMarkup(call.params);
  const reply = replyFor(call, chat);
  return append(call.network, chat, true, { ...content, ...reply, reply_markup: inline, keyboard }).message;
}

export function replyFor({ params }: Call, chat: Chat): Partial<Message> {
  const parameters = params.object("reply_parameters");
  const id = parameters?.message_id ?? params.integer("reply_to_message_id");
  if (id === undefined) return {};
  const original = find(chat, Number(id));
  const mayMiss = isRecord(parameters)
    ? [true, "true"].includes(parameters.allow_sending_without_reply as boolean)
    : params.flag("allow_sending_without_reply");
  if (original) return { reply_to_message: quoted(original), ...quoteOf(parameters, original.message) };
  if (mayMiss) return {};
  throw badRequest("message to be replied not found");
}

function quoteOf(parameters: Record<string, unknown> | undefined, original: Message): Partial<Message> {
  if (typeof parameters?.quote !== "string" || parameters.quote === "") return {};
  const position = (original.text ?? original.caption ?? "").indexOf(parameters.quote);
  if (position < 0) throw badRequest("QUOTE_TEXT_INVALID");
  return { quote: { text: parameters.quote, position, is_manual: true } };
}

function pointOf({ params }: Call): { latitude: number; longitude: number } {
  const latitude = params.number("latitude");
  const longitude = params.number("longitude");
  if (latitude === undefined) throw badRequest("latitude is empty");
  if (longitude === undefined) throw badRequest("longitude is empty");
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) throw badRequest("wrong location specified");
  return { latitude, longitude };
}

function required({ params }: Call, name: string, complaint: string): string {
  const text = params.text(name)?.trim();
  if (!text) throw badRequest(complaint);
  return text;
}
