/** The gateway calls the desk with its key. */
import type { Network } from "../network.ts";
import type { PhoneMessage } from "../phone.ts";
import { type GatewayAccount, type GatewayChat, gatewaysOf } from "./accounts.ts";

/** Hands in a message of the chat's person. Returns the gateway's id of it. */
export function handInMessage(
  network: Network,
  chat: GatewayChat,
  said: object,
  received: () => void,
): string {
  const gateways = gatewaysOf(network);
  gateways.messages += 1;
  const id = `sms-${chat.account.id}-${gateways.messages}`;
  const { user } = chat.person;
  const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
  const from = { id: chat.number, name, language: user.language_code ?? "en" };
  call(chat.account, "messages", { id, from, ...said }, received);
  return id;
}

const receipts = [undefined, "sent", "failed", "delivered", "read"];

/** `id`: the desk's id of the message. */
export function handInReceipt(chat: GatewayChat, id: string, status: "delivered" | "read" | "failed"): void {
  call(chat.account, "receipts", { id, status });
  const message = chat.log.byExternalId(id);
  if (message && isFurther(message, status)) chat.log.change(message.id, { receipt: status }, "received");
}

const isFurther = ({ receipt }: PhoneMessage, status: string) =>
  receipts.indexOf(status) > receipts.indexOf(receipt);

/** Until there is a key, and the desk has named its address, nothing leaves. */
function call(
  { hooks, ...account }: GatewayAccount,
  path: string,
  body: object,
  received?: () => void,
): void {
  const { key, desk } = account;
  const text = JSON.stringify(body);
  hooks.send(
    () =>
      key && desk
        ? { url: `${desk}/${path}`, headers: { authorization: `Bearer ${key}` }, body: text }
        : null,
    received,
  );
}
