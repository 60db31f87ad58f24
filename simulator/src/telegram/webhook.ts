import { isIPv4 } from "node:net";
import type { WebhookInfo } from "@grammyjs/types";
import type { Bot, Network, Webhook } from "../network.ts";
import { type Call, Described, type Method } from "./call.ts";
import { WebhookSender } from "./deliver.ts";
import { badRequest, conflict } from "./refusal.ts";

const PORTS = ["", "80", "88", "443", "8443"];
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

export const setWebhook: Method = (call) => {
  const { network, bot, params } = call;
  const url = params.text("url")?.trim() ?? "";
  if (url === "") return deleteWebhook(call);
  checkUrl(network, url);
  const wanted = {
    url,
    secret: checkSecret(params.text("secret_token")),
    maxConnections: Math.min(Math.max(params.integer("max_connections") || 40, 1), 100),
    ipAddress: params.text("ip_address"),
    hasCertificate: params.upload("certificate") !== undefined,
  };
  const allowed = params.strings("allowed_updates");
  if (allowed) bot.allowedUpdates = allowed.length ? allowed : undefined;
  if (params.flag("drop_pending_updates")) bot.queue.clear();
  const current = bot.webhook;
  if (current && isSame(current, wanted)) return new Described(true, "Webhook is already set");

  bot.poller?.end(conflict("terminated by setWebhook request"));
  current?.sender.stop();
  const sender = new WebhookSender(network, bot);
  bot.webhook = { ...wanted, sender };
  sender.start();
  return new Described(true, "Webhook was set");
};

export const deleteWebhook: Method = ({ bot, params }) => {
  if (params.flag("drop_pending_updates")) bot.queue.clear();
  if (!bot.webhook) return new Described(true, "Webhook is already deleted");
  removeWebhook(bot);
  return new Described(true, "Webhook was deleted");
};

export function removeWebhook(bot: Bot): void {
  bot.webhook?.sender.stop();
  bot.webhook = undefined;
}

export function getWebhookInfo({ network, bot }: Call): WebhookInfo {
  const { webhook } = bot;
  const common = {
    pending_update_count: bot.queue.size,
    allowed_updates: bot.allowedUpdates as WebhookInfo["allowed_updates"],
  };
  if (!webhook) return { url: "", has_custom_certificate: false, ...common };
  return {
    url: webhook.url,
    has_custom_certificate: webhook.hasCertificate,
    ...common,
    ip_address: webhook.ipAddress ?? (network.allowInsecureWebhooks ? "127.0.0.1" : undefined),
    max_connections: webhook.maxConnections,
    last_error_date: webhook.lastErrorOn === undefined ? undefined : Math.floor(webhook.lastErrorOn / 1000),
    last_error_message: webhook.lastError,
  };
}

function checkUrl(network: Network, given: string): void {
  if (!URL.canParse(given)) throw badRequest("invalid webhook URL specified");
  const url = new URL(given);
  if (network.allowInsecureWebhooks && LOOPBACK.includes(url.hostname)) return;
  if (url.protocol !== "https:") {
    throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  }
  if (!PORTS.includes(url.port)) {
    throw badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
  }
  if (url.hostname.startsWith("[")) throw badRequest("bad webhook: IPv6-only addresses are not allowed");
  const address = url.hostname === "localhost" ? "127.0.0.1" : url.hostname;
  if (isIPv4(address) && isReserved(address))
    throw badRequest(`bad webhook: IP address ${address} is reserved`);
}

function isReserved(address: string): boolean {
  const [a = 0, b = 0] = address.split(".").map(Number);
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  return (a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168);
}

function checkSecret(secret: string | undefined): string | undefined {
  if (!secret) return undefined;
  if (secret.length > 256) throw badRequest("secret token is too long");
  if (!/^[\w-]+$/.test(secret)) throw badRequest("secret token contains unallowed characters");
  return secret;
}

function isSame(current: Webhook, wanted: Omit<Webhook, "sender">): boolean {
  return (
    current.url === wanted.url &&
    current.secret === wanted.secret &&
    current.maxConnections === wanted.maxConnections &&
    !wanted.hasCertificate
  );
}
