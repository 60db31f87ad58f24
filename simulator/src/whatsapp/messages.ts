// POST /{number}/messages: checks as the provider does, stores the message, and reports its statuses.
import type { Network } from "../network.ts";
import { enqueue } from "./hooks.ts";
import { badParameter, GraphRefusal } from "./refusal.ts";
import {
  type Chat,
  type Kept,
  newMessageId,
  type Person,
  type PhoneNumber,
  type Status,
  stateOf,
} from "./state.ts";
import { fillTemplate } from "./template-message.ts";

type Body = Record<string, unknown>;
type Fields = Record<string, unknown>;

const WINDOW = 24 * 3_600_000;
const TYPING = 25_000;
const MB = 2 ** 20;

const mediaRules: Record<string, { types: RegExp; most: number }> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * MB },
  video: { types: /^video\/(mp4|3gpp)$/, most: 16 * MB },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 16 * MB },
  document: { types: /./, most: 100 * MB },
  sticker: { types: /^image\/webp$/, most: MB / 2 },
};

export function acceptMessage(network: Network, number: PhoneNumber, body: Body): object {
  if (body.messaging_product !== "whatsapp") throw badParameter("messaging_product must be whatsapp");
  if (body.status === "read") return markRead(network, number, body);
  const person = recipientOf(network, body);
  const chat = stateOf(network).chat(number, person);
  const type = String(body.type ?? "text");
  const part = objectOf(body[type]);
  if (!part) throw badParameter(`The parameter ${type} is required.`);
  if (!body.to && person.byNumber?.includes(type))
    throw new GraphRefusal(131062, `(#131062) A message of type ${type} cannot be sent to a user id`);
  check(network, chat, type, part);
  if (type === "reaction") return react(network, chat, part);
  const kept: Kept = {
    id: newMessageId(),
    fromBusiness: true,
    on: network.now(),
    content: { type, [type]: part },
    filled: type === "template" ? fillTemplate(network, number.wabaId, part) : undefined,
    quotes: textOf(objectOf(body.context)?.message_id) ?? null,
    callbackData: textOf(body.biz_opaque_callback_data),
    undelivered: chat.blocked,
    reactions: {},
  };
  chat.messages.push(kept);
  chat.typingUntil = 0;
  const statuses = chat.blocked ? (["sent"] as const) : (["sent", "delivered"] as const);
  if (number.receipts) for (const status of statuses) report(network, chat, kept, status);
  publish(network, chat);
  return accepted(body, person, kept.id);
}

function accepted(body: Body, { waId, userId }: Person, id: string) {
  const contact = { input: body.to ?? body.recipient, ...(waId && { wa_id: waId }), user_id: userId };
  return {
    messaging_product: "whatsapp",
    contacts: [contact],
    messages: [{ id, message_status: "accepted" }],
  };
}

function recipientOf(network: Network, body: Body): Person {
  const to = textOf(body.to)?.replace(/\D/g, "");
  const recipient = textOf(body.recipient);
  if (!to && !recipient) throw badParameter("to or recipient is required");
  const people = [...stateOf(network).people.values()];
  const person = people.find(({ waId, userId }) => (to ? waId === to : userId === recipient));
  if (!person)
    throw new GraphRefusal(131026, "(#131026) Message undeliverable", { details: "Message Undeliverable." });
  return person;
}

function check(network: Network, chat: Chat, type: string, part: Fields): void {
  const last = chat.messages.findLast(({ fromBusiness }) => !fromBusiness);
  if (type !== "template" && (!last || network.now() - last.on > WINDOW))
    throw new GraphRefusal(131047, "(#131047) Re-engagement message", {
      details: "More than 24 hours have passed since the customer last replied to this number.",
    });
  if (type === "text" && (textOf(part.body) ?? "").length > 4096) throw badParameter("text.body is too long");
  if (type === "text" && !textOf(part.body)) throw badParameter("text.body is required");
  const rule = mediaRules[type];
  if (rule) checkMedia(network, chat, part, rule);
  if (type === "interactive") checkButtons(part);
}

function checkMedia(
  network: Network,
  { number }: Chat,
  part: Fields,
  { types, most }: { types: RegExp; most: number },
): void {
  const media = stateOf(network).media.get(textOf(part.id) ?? "");
  if (!media || media.numberId !== number.id) throw badParameter("The media id is unknown");
  if (!types.test(media.mime) || media.bytes.length > most)
    throw new GraphRefusal(131053, "(#131053) Media upload error", {
      details: `${media.mime} is not accepted`,
    });
  if ((textOf(part.caption) ?? "").length > 1024) throw badParameter("caption is too long");
}

function checkButtons(part: Fields): void {
  const buttons = (objectOf(part.action)?.buttons ?? []) as { reply?: { id?: string; title?: string } }[];
  const titles = buttons.map(({ reply }) => reply?.title ?? "");
  const fits = titles.length <= 3 && new Set(titles).size === titles.length;
  if (!fits || titles.some((title) => title.length === 0 || title.length > 20))
    throw badParameter("action.buttons is invalid");
}

function react(network: Network, chat: Chat, part: Fields): object {
  const kept = chat.messages.find(({ id }) => id === part.message_id);
  if (!kept) throw new GraphRefusal(131009, "(#131009) Parameter value is not valid");
  kept.reactions.business = textOf(part.emoji) || undefined;
  publish(network, chat);
  return accepted({ to: chat.person.waId }, chat.person, newMessageId());
}

function markRead(network: Network, number: PhoneNumber, body: Body): object {
  const found = stateOf(network).find(number.id, textOf(body.message_id) ?? "");
  if (!found || found.kept.fromBusiness) throw badParameter("message_id is unknown");
  const { chat, kept } = found;
  for (const one of chat.messages) if (!one.fromBusiness && one.on <= kept.on) one.seen = true;
  if (body.typing_indicator) {
    chat.typingUntil = network.now() + TYPING;
    chat.typed = true;
  }
  publish(network, chat);
  return { success: true };
}

/** Reports a status to the business. */
export function report(
  network: Network,
  chat: Chat,
  kept: Kept,
  status: Status,
  error?: { code: number; title?: string; details?: string },
): void {
  kept.status = status;
  const { number, person } = chat;
  const errors = error && [
    {
      code: error.code,
      title: error.title ?? "Failed",
      message: error.title ?? "Failed",
      ...(error.details && { error_data: { details: error.details } }),
    },
  ];
  enqueue(network, number, {
    field: "messages",
    value: {
      ...header(number),
      statuses: [
        {
          id: kept.id,
          status,
          timestamp: String(Math.floor(network.now() / 1000)),
          ...(person.waId && { recipient_id: person.waId }),
          recipient_user_id: person.userId,
          ...(kept.callbackData !== undefined && { biz_opaque_callback_data: kept.callbackData }),
          ...(errors && { errors }),
        },
      ],
    },
  });
}

export const header = ({ id, display }: PhoneNumber) => ({
  messaging_product: "whatsapp",
  metadata: { display_phone_number: display.replace(/\D/g, ""), phone_number_id: id },
});

/** Shows the chat's changes on the phone. */
export function publish(network: Network, { number }: Chat): void {
  network.live.publish({ type: "answered", bot: Number(number.id), method: "messages" });
}

const objectOf = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null ? (value as Fields) : undefined;
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
