/** The addresses that webhooks may reach: public ones by https, and the hosts that the operator names. */
import { isIP } from "node:net";
import { Agent, type Dispatcher } from "undici";
import type { Config } from "../../floor/config/config.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { mayBePublic, publicLookup } from "../fetching/public-address.ts";

type Named = Pick<Config, "webhookPrivateHosts">;

const connectTimeout = 5_000;
const connections = 16;
const toPublic = new Agent({ connections, connect: { lookup: publicLookup(), timeout: connectTimeout } });
const toNamed = new Agent({ connections, connect: { timeout: connectTimeout } });

/** The agent that connects to it; null when it must not be called. */
export function wayTo(config: Named, url: URL, dispatcher: Dispatcher = toPublic): Dispatcher | null {
  if (url.username || url.password) return null;
  if (config.webhookPrivateHosts.includes(url.hostname.replace(/^\[|\]$/g, ""))) return toNamed;
  const local = isIP(url.hostname) === 0 && /(^|\.)localhost\.?$/.test(url.hostname);
  return url.protocol === "https:" && !local && mayBePublic(url) ? dispatcher : null;
}

/** Throws 400 for an address that could never be called. Where a name leads is seen with each connection. */
export function checkAddress(config: Named, address: string): void {
  const url = URL.parse(address);
  if (!url || !wayTo(config, url)) throw invalid("webhook_address_refused");
}
