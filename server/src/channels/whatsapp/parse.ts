/**
 * Turns a change's value into events, without side effects. Messages of groups are dropped: support happens between
 * two.
 */
import { languageOfCountry } from "../../support/ticket/country-language.ts";
import type { IncomingEvent, IncomingMessage, Sender } from "../seam/adapter.ts";
import { provider } from "./api.ts";
import { contentOf } from "./content.ts";
import { countryOf } from "./country.ts";
import {
  type MessagesChange,
  message as messageShape,
  status as statusShape,
  type WhatsAppMessage,
  type WhatsAppStatus,
} from "./payload.ts";
import { reactionMark } from "./react.ts";
import { meaningOf } from "./refused.ts";

/** `unread` counts unreadable parts; their content is a client's and stays out of the log. */
export function parseChange(change: MessagesChange): { events: IncomingEvent[]; unread: number } {
  let unread = 0;
  const events: IncomingEvent[] = [];
  for (const given of change.messages) {
    const { data } = messageShape.safeParse(given);
    if (data) events.push(...parseMessage(data, change));
    else unread += 1;
  }
  for (const given of change.statuses) {
    const { data } = statusShape.safeParse(given);
    if (data) events.push(...parseStatus(data));
    else unread += 1;
  }
  return { events, unread };
}

function parseMessage(message: WhatsAppMessage, change: MessagesChange): IncomingEvent[] {
  const from = senderOf(message, change);
  if (!from || message.group_id) return [];
  const { reaction, edit, revoke } = message;
  if (message.type === "system") return moveOf(message, from);
  if (message.type === "reaction" && reaction)
    return [{ kind: "reaction", externalId: reaction.message_id, reaction: reaction.emoji || null }];
  if (message.type === "edit" && edit) return editOf(message, from, edit);
  if (message.type === "revoke" && revoke)
    return [{ kind: "delete", externalId: revoke.original_message_id }];
  const rating = ratingOf(message, from);
  if (rating) return [rating];
  const content = contentOf(message);
  return [{ ...base(message, from), ...(content ?? unsupported) }];
}

/** A kind that the provider does not hand over, or a new one. */
const unsupported = { type: "unsupported", content: "", caption: null, media: null } as const;

/** A changed number. Other system notes are not the client's words. */
function moveOf({ system }: WhatsAppMessage, from: Sender): IncomingEvent[] {
  if (system?.type !== "user_changed_number" && system?.type !== "user_changed_user_id") return [];
  const { wa_id: waId, user_id: userId } = system;
  const externalId = userId ?? waId;
  if (!externalId) return [];
  return [{ kind: "move", from, to: { externalId, alias: (userId && waId) || null } }];
}

const base = (message: WhatsAppMessage, from: Sender) =>
  ({
    kind: "message",
    externalId: message.id,
    from,
    sentOn: new Date(message.timestamp * 1000),
    album: null,
    replyToExternalId: message.context?.id ?? null,
  }) satisfies Partial<IncomingMessage>;

function editOf(
  { timestamp }: WhatsAppMessage,
  from: Sender,
  { original_message_id, message }: NonNullable<WhatsAppMessage["edit"]>,
): IncomingEvent[] {
  const content = contentOf(message);
  if (!content) return [];
  return [
    {
      kind: "edit",
      externalId: original_message_id,
      from,
      editedOn: new Date(timestamp * 1000),
      content: content.content,
      caption: content.caption,
    },
  ];
}

const ratingData = /^rate:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):([123])$/;

function ratingOf(message: WhatsAppMessage, from: Sender): IncomingEvent | null {
  const [, ticketId, rating] = ratingData.exec(message.interactive?.button_reply?.id ?? "") ?? [];
  if (!ticketId) return null;
  return {
    kind: "rating",
    from,
    ticketId,
    rating: Number(rating),
    clickId: message.id,
    questionExternalId: message.context?.id ?? null,
  };
}

/** Null where the provider names no one. */
function senderOf({ from: waId, from_user_id: userId }: WhatsAppMessage, { contacts }: MessagesChange) {
  const id = userId ?? waId;
  if (!id || id.length > 200) return null;
  const contact = contacts.find((one) => (userId ? one.user_id === userId : one.wa_id === waId));
  const { name, username } = contact?.profile ?? {};
  const number = waId ?? contact?.wa_id;
  return {
    externalId: id,
    alias: (userId && number) || null,
    name: name?.trim() || (waId ? `+${waId}` : `Client ${id}`),
    username: username ?? null,
    // WhatsApp has confirmed the number of each account.
    ...(number && /^\d{7,15}$/.test(number) && { proofs: [{ kind: "number" as const, value: number }] }),
    // The provider gives no language.
    lang: languageOfCountry(countryOf(id) ?? ""),
  } satisfies Sender;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function parseStatus({
  id,
  status,
  errors,
  biz_opaque_callback_data: data,
}: WhatsAppStatus): IncomingEvent[] {
  const why = () => {
    const [error] = errors ?? [];
    const says = error?.error_data?.details ?? error?.message ?? error?.title ?? provider;
    return meaningOf(error?.code ?? -1, says).reason;
  };
  if (data?.startsWith(reactionMark)) {
    const messageId = data.slice(reactionMark.length);
    return status === "failed" && uuid.test(messageId)
      ? [{ kind: "reactionFailed", messageId, reason: why() }]
      : [];
  }
  const receipt = {
    kind: "receipt",
    externalId: id,
    messageId: data && uuid.test(data) ? data : null,
    reason: null,
  } as const;
  switch (status) {
    case "sent":
    case "delivered":
    case "read":
      return [{ ...receipt, status }];
    case "played":
      return [{ ...receipt, status: "read" }];
    case "failed":
      return [{ ...receipt, status, reason: why() }];
    default:
      return [];
  }
}
