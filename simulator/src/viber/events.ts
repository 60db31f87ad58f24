/** The callbacks of one chat. */
import type { Network } from "../network.ts";
import type { PhoneMessage } from "../phone.ts";
import { type ViberChat, viberOf } from "./accounts.ts";
import { viewUser } from "./user.ts";

type Optional = "delivered" | "seen" | "failed" | "conversation_started";

function emit(
  network: Network,
  { account }: ViberChat,
  event: string,
  fields: object,
  received?: (answer: string) => void,
): string {
  const token = viberOf(network).tokens.next();
  const callback = { event, timestamp: network.now(), chat_hostname: "SN-101_", message_token: token };
  account.callbacks.add({ ...callback, ...fields }, received);
  return token;
}

const wants = ({ account }: ViberChat, event: Optional) => account.eventTypes.includes(event);

/** Writing subscribes without a separate callback. */
export function reportMessage(
  network: Network,
  chat: ViberChat,
  message: object,
  { silent = false, received }: { silent?: boolean; received?: () => void } = {},
): string {
  chat.subscribed = true;
  chat.left = false;
  chat.unanswered = [];
  return emit(network, chat, "message", { sender: viewUser(network, chat), message, silent }, received);
}

export function reportSubscribed(network: Network, chat: ViberChat): void {
  chat.subscribed = true;
  chat.left = false;
  emit(network, chat, "subscribed", { user: viewUser(network, chat) });
}

export function reportUnsubscribed(network: Network, chat: ViberChat): void {
  chat.subscribed = false;
  chat.left = true;
  emit(network, chat, "unsubscribed", { user_id: chat.userId });
}

/** The answer to the callback may contain a welcome. */
export function reportStarted(network: Network, chat: ViberChat, received: (answer: string) => void): void {
  if (!wants(chat, "conversation_started")) return;
  const { subscribed } = chat;
  const fields = { type: "open", user: viewUser(network, chat), subscribed };
  emit(network, chat, "conversation_started", fields, received);
}

export function reportDelivered(network: Network, chat: ViberChat, messageToken: string): void {
  if (wants(chat, "delivered")) receipt(network, chat, "delivered", messageToken);
}

/** Reports once for all unread messages, by the newest. */
export function reportSeen(network: Network, chat: ViberChat, messageToken: string): void {
  if (wants(chat, "seen")) receipt(network, chat, "seen", messageToken);
}

export function reportFailed(network: Network, chat: ViberChat, messageToken: string, desc: string): void {
  if (wants(chat, "failed")) receipt(network, chat, "failed", messageToken, { desc });
}

/** The receipt names its message. */
function receipt(
  network: Network,
  chat: ViberChat,
  event: "delivered" | "seen" | "failed",
  token: string,
  more: object = {},
): void {
  const { account, userId } = chat;
  noteReceipt(chat, event === "seen" ? "read" : event, token);
  const callback = { event, timestamp: network.now(), message_token: token, user_id: userId };
  account.callbacks.add({ ...callback, ...more });
}

const receipts = [undefined, "sent", "failed", "delivered", "read"];

/** A read receipt covers all earlier messages. */
function noteReceipt({ log }: ViberChat, receipt: PhoneMessage["receipt"], token: string): void {
  const newest = log.byExternalId(token);
  if (!newest) return;
  const concerned = log
    .messages()
    .filter(({ id, side }) => side === "bot" && (receipt === "read" ? id <= newest.id : id === newest.id));
  for (const { id, receipt: before } of concerned)
    if (receipts.indexOf(receipt) > receipts.indexOf(before)) log.change(id, { receipt }, "received");
}
