import type { MediaKind } from "../files.ts";
import { viewFile } from "../files.ts";
import type { PhoneMessage } from "../phone.ts";
import type { Written } from "../phone-log.ts";
import { findChat, type ViberAccount, type ViberChat, viberOf } from "./accounts.ts";
import { checkMessage, type Message } from "./check-message.ts";
import { reportDelivered } from "./events.ts";
import type { Call } from "./methods.ts";
import { Status } from "./status.ts";
import { API_VERSION } from "./user.ts";

const HOUR = 3_600_000;
const MOST_UNANSWERED = 100;

export async function sendMessage({ network, account, body }: Call): Promise<object> {
  const message = checkMessage(body);
  const chat = findChat(account, message.receiver);
  if (!chat || chat.person.deactivatedOn !== undefined) throw new Status(5);
  if (!account.webhook) throw new Status(10);
  if (!chat.subscribed) throw new Status(6);
  if ((message.min_api_version ?? 1) > API_VERSION) throw new Status(13);
  const now = network.now();
  chat.unanswered = chat.unanswered.filter((at) => at > now - HOUR);
  if (chat.unanswered.length >= MOST_UNANSWERED) throw new Status(12);
  const written = await write(call(network, account), message);
  chat.unanswered.push(now);
  const token = viberOf(network).tokens.next();
  show(chat, { ...written, externalId: token });
  if (account.confirms) reportDelivered(network, chat, token);
  return { message_token: token, chat_hostname: "SN-101_", billing_status: 1 };
}

/** A client shows the keys of the newest message, so a message without any removes them. */
export function show({ log }: ViberChat, written: Written): PhoneMessage {
  for (const { id, buttons } of log.messages()) if (buttons) log.change(id, { buttons: undefined }, "edit");
  return log.add(written);
}

type Outside = { network: Call["network"]; account: ViberAccount };
const call = (network: Call["network"], account: ViberAccount): Outside => ({ network, account });

/** The message in the phone's form. */
async function write(outside: Outside, message: Message): Promise<Written> {
  const buttons = message.keyboard && [
    message.keyboard.Buttons.map(({ Text, ActionBody }) => ({ text: Text ?? ActionBody, data: ActionBody })),
  ];
  const common = { side: "bot" as const, ...(buttons && { buttons }) };
  switch (message.type) {
    case "text":
      return { ...common, type: "text", text: message.text };
    case "url":
      return { ...common, type: "text", text: message.media };
    case "location":
      return {
        ...common,
        type: "location",
        place: { latitude: message.location.lat, longitude: message.location.lon },
      };
    case "contact":
      return {
        ...common,
        type: "contact",
        contact: { name: message.contact.name, phone: message.contact.phone_number },
      };
    case "picture":
      return { ...common, text: message.text, ...(await fetched(outside, "photo", message)) };
    case "video":
      return { ...common, ...(await fetched(outside, "video", message)) };
    case "file":
      return { ...common, ...(await fetched(outside, "document", message)) };
  }
}

const PICTURE_LIMIT = 2 ** 20;

/** Fetches the file: the address has to work without a session. */
async function fetched(
  { network, account }: Outside,
  kind: MediaKind,
  { media, size, file_name: name }: { media: string; size?: number; file_name?: string },
) {
  const { status, type, bytes } = await account.fetchFile(media).catch(() => {
    throw new Status(3, "media cannot be fetched");
  });
  if (status !== 200) throw new Status(3, `media answers ${status}`);
  if (size !== undefined && size !== bytes.length) throw new Status(3, "size is another");
  if (kind === "photo" && bytes.length > PICTURE_LIMIT) throw new Status(3, "picture is too large");
  const mime = type.split(";")[0] ?? "application/octet-stream";
  const stored = network.files.keep({ kind, bytes, mime, name: name ?? media.split("/").at(-1) });
  return { type: kind, media: viewFile(stored) };
}
