import { type MediaKind, type StoredFile, viewFile } from "../files.ts";
import type { Network } from "../network.ts";
import type { PhoneMessage } from "../phone.ts";
import { type Chat, type Kept, stateOf } from "./state.ts";

type Part = Record<string, unknown>;
type Shown = Pick<PhoneMessage, "type"> & Partial<PhoneMessage>;

/** A message as the person's phone shows it. */
export function viewKept(network: Network, chat: Chat, kept: Kept, id: number): PhoneMessage {
  const { client, business } = kept.reactions;
  const quoted = kept.quotes === null ? -1 : chat.messages.findIndex((one) => one.id === kept.quotes);
  return {
    id,
    externalId: kept.id,
    at: new Date(kept.on).toISOString(),
    side: kept.fromBusiness ? "bot" : "client",
    ...shownOf(network, kept),
    replyTo: quotationOf(network, chat, quoted),
    reactions: { ...(client && { client }), ...(business && { bot: business }) },
    editedOn: kept.editedOn === undefined ? undefined : new Date(kept.editedOn).toISOString(),
    received: kept.fromBusiness || (kept.received ?? false),
    read: kept.seen ?? false,
    receipt: kept.status,
  };
}

function quotationOf(network: Network, chat: Chat, index: number): PhoneMessage["replyTo"] {
  const quoted = chat.messages[index];
  if (!quoted) return undefined;
  const { type, text } = shownOf(network, quoted);
  return { id: index + 1, side: quoted.fromBusiness ? "bot" : "client", text: text ?? type };
}

function shownOf(network: Network, kept: Kept): Shown {
  const { content } = kept;
  const part = (content[content.type] ?? {}) as Part;
  switch (content.type) {
    case "text":
      return { type: "text", text: textOf(part.body) };
    case "image":
      return mediaOf(network, kept, part, "photo");
    case "audio":
      return mediaOf(network, kept, part, part.voice ? "voice" : "audio");
    case "video":
    case "document":
    case "sticker":
      return mediaOf(network, kept, part, content.type);
    case "location":
      return placeOf(part);
    case "contacts":
      return contactOf((content.contacts as Part[])[0] ?? {});
    case "interactive":
      return interactiveOf(part);
    case "button":
      return { type: "text", text: textOf(part.text) };
    case "template":
      return { type: "text", ...templateOf(kept) };
    default:
      return { type: "other" };
  }
}

function mediaOf(network: Network, kept: Kept, part: Part, kind: MediaKind): Shown {
  kept.file ??= storedOf(network, textOf(part.id) ?? "", kind, textOf(part.filename));
  return { type: kind, text: textOf(part.caption), media: kept.file && viewFile(kept.file) };
}

/** The file that the business uploaded. */
function storedOf(network: Network, id: string, kind: MediaKind, name?: string): StoredFile | undefined {
  const media = stateOf(network).media.get(id);
  return (
    media && network.files.keep({ kind, bytes: media.bytes, mime: media.mime, name: name ?? media.name })
  );
}

function placeOf({ latitude, longitude, name, address }: Part): Shown {
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  if (!name) return { type: "location", place };
  return { type: "venue", place: { ...place, title: textOf(name), address: textOf(address) } };
}

function contactOf({ name, phones }: Part): Shown {
  const phone = textOf((phones as Part[] | undefined)?.[0]?.phone) ?? "";
  return { type: "contact", contact: { name: textOf((name as Part).formatted_name) ?? phone, phone } };
}

/** The business sends a text with reply buttons; the client presses one. */
function interactiveOf({ type, header, body, footer, action, button_reply }: Part): Shown {
  if (type === "button_reply") return { type: "text", text: textOf((button_reply as Part).title) };
  const replies = ((action as Part | undefined)?.buttons ?? []) as { reply: { title: string } }[];
  return {
    type: "text",
    header: textOf((header as Part | undefined)?.text),
    text: textOf((body as Part | undefined)?.text),
    footer: textOf((footer as Part | undefined)?.text),
    buttons: replies.map(({ reply: { title } }) => [{ text: title, data: title }]),
  };
}

function templateOf({ filled }: Kept) {
  const { header, text, footer, buttons } = filled ?? {};
  return { header, text, footer, buttons };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value ? value : undefined;
