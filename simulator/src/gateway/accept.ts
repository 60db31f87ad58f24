/** Accepts what the desk sends to a client. */
import type { MediaKind } from "../files.ts";
import { viewFile } from "../files.ts";
import type { Network } from "../network.ts";
import type { Written } from "../phone-log.ts";
import type { GatewayAccount, GatewayChat } from "./accounts.ts";
import { handInReceipt } from "./hand-in.ts";

export type Delivery = {
  type: string;
  channel: { url: string };
  to: string;
  message: {
    id: string;
    kind: string;
    text: string;
    file: { name: string; type: string; url: string } | null;
    location: { latitude: number; longitude: number } | null;
    quotes: string | null;
  };
};

/** Returns why the client does not get the message; null once the phone has it. */
export async function acceptMessage(
  network: Network,
  account: GatewayAccount,
  { to, message }: Delivery,
): Promise<string | null> {
  const chat = [...account.chats.values()].find(({ number }) => number === to);
  if (!chat || chat.person.deactivatedOn !== undefined) return "There is no such number";
  if (chat.blocked) return "The number takes no messages";
  chat.log.add({ ...(await written(network, account, message)), ...quotation(chat, message) });
  if (account.confirms) handInReceipt(chat, message.id, "delivered");
  return null;
}

function quotation({ log }: GatewayChat, { quotes }: Delivery["message"]): Pick<Written, "replyTo"> {
  const quoted = quotes ? log.byExternalId(quotes) : undefined;
  return quoted ? { replyTo: log.quotation(quoted.id) } : {};
}

async function written(
  network: Network,
  account: GatewayAccount,
  { id, text, file, location }: Delivery["message"],
): Promise<Written> {
  const common = { side: "bot", externalId: id } as const;
  if (location) return { ...common, type: "location", place: location };
  if (!file) return { ...common, type: "text", text };
  const { bytes } = await account.fetchFile(file.url);
  const kind = kindOf(file.type);
  const stored = network.files.keep({ kind, bytes, mime: file.type, name: file.name });
  return { ...common, type: kind, text, media: viewFile(stored) };
}

function kindOf(mime: string): MediaKind {
  if (mime.startsWith("image/")) return "photo";
  if (mime.startsWith("video/")) return "video";
  return mime.startsWith("audio/") ? "audio" : "document";
}
