import type { Network } from "../network.ts";
import { findChat, type ViberAccount, viberOf } from "./accounts.ts";
import { sendMessage } from "./send.ts";
import { Status } from "./status.ts";
import { writeJson } from "./tokens.ts";
import { viewUser } from "./user.ts";

export type Call = { network: Network; account: ViberAccount; body: Record<string, unknown> };
type Method = (call: Call) => object | Promise<object>;

const OPTIONAL_EVENTS = ["delivered", "seen", "failed", "conversation_started"];
const HOST = "SN-101_";

export const methods: Record<string, Method> = {
  set_webhook: setWebhook,
  get_account_info: getAccountInfo,
  send_message: sendMessage,
  get_user_details: getUserDetails,
  get_online: getOnline,
};

/** The address is called before the answer, and has to answer 200. */
async function setWebhook({ network, account, body }: Call): Promise<object> {
  const { url, event_types: wanted } = body;
  if (typeof url !== "string") throw new Status(4);
  if (url === "") {
    account.webhook = "";
    return {};
  }
  if (!isCallable(network, url)) throw new Status(1);
  const token = viberOf(network).tokens.next();
  const check = { event: "webhook", timestamp: network.now(), chat_hostname: HOST, message_token: token };
  const { callbacks } = account;
  const answer = await callbacks.post(callbacks.sign(url, writeJson(check)));
  if (answer.status !== 200) throw new Status(1);
  account.webhook = url;
  account.eventTypes = Array.isArray(wanted) ? wanted.map(String) : OPTIONAL_EVENTS;
  return { chat_hostname: HOST, event_types: account.eventTypes };
}

function isCallable(network: Network, given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return protocol === "https:" || (network.allowInsecureWebhooks && loopback);
}

function getAccountInfo({ account }: Call): object {
  const { externalId: id, name, uri, webhook, eventTypes, chats } = account;
  const subscribers = [...chats.values()].filter(({ subscribed }) => subscribed).length;
  return { id, name, uri, webhook, event_types: eventTypes, country: "BG", subscribers_count: subscribers };
}

const HALF_DAY = 12 * 3_600_000;

/** The provider allows two in twelve hours for each person. */
function getUserDetails({ network, account, body }: Call): object {
  const chat = findChat(account, body.id);
  if (!chat) throw new Status(5);
  const now = network.now();
  chat.detailsAsked = chat.detailsAsked.filter((at) => at > now - HALF_DAY);
  if (chat.detailsAsked.length >= 2) throw new Status(12);
  chat.detailsAsked.push(now);
  return { message_token: viberOf(network).tokens.next(), user: viewUser(network, chat) };
}

function getOnline({ account, body }: Call): object {
  const ids = Array.isArray(body.ids) ? body.ids : [];
  if (ids.length === 0 || ids.length > 100) throw new Status(3);
  return {
    users: ids.map((id) => ({
      id,
      online_status: findChat(account, id) ? 0 : 3,
      online_status_message: findChat(account, id) ? "online" : "tryLater",
    })),
  };
}
