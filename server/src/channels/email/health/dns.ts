/** The records that a domain publishes about its mails: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489). */
import { Resolver } from "node:dns/promises";
import type { Config } from "../../../floor/config/config.ts";
import { dnsServers } from "../account/settings.ts";

/** Null: the name server gave no usable answer, or there was no name to ask for. */
export type DomainRecords = {
  domain: string;
  spf: boolean | null;
  dkim: boolean | null;
  /** The DKIM selector that was asked for. */
  selector: string | null;
  dmarc: boolean | null;
};

const patience = { timeout: 1500, tries: 2 };
/** Milliseconds for all questions together. */
const timeLimit = 4000;
/** Names have up to 127 labels; a policy stands at the registered domain, two or three labels long. */
const mostParents = 5;

export async function readDomain(
  config: Pick<Config, "channelSettings">,
  domain: string,
  selector: string | null,
): Promise<DomainRecords> {
  const resolver = new Resolver(patience);
  const servers = dnsServers(config);
  if (servers.length > 0) resolver.setServers(servers);
  const texts = (name: string) => textsAt(resolver, name);
  const late = setTimeout(() => resolver.cancel(), timeLimit);
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      texts(domain).then(hasSpf),
      selector ? texts(`${selector}._domainkey.${domain}`).then(hasKey) : null,
      readDmarc(texts, domain),
    ]);
    return { domain, spf, dkim, selector, dmarc };
  } finally {
    clearTimeout(late);
  }
}

/** Null: no answer. An empty list: there is no record. */
type Texts = string[] | null;

async function textsAt(resolver: Resolver, name: string): Promise<Texts> {
  try {
    // A record over 255 bytes comes in parts.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    return ["ENODATA", "ENOTFOUND"].includes(code) ? [] : null;
  }
}

/** Several records are an error by RFC 7208 §4.5. */
const hasSpf = (texts: Texts) => texts && texts.filter((text) => /^v=spf1(\s|$)/i.test(text)).length === 1;

/** An empty key is a revoked one (RFC 6376 §3.6.1). */
const hasKey = (texts: Texts) => texts?.some((text) => /(^|;)\s*p=\s*[a-z0-9+/]/i.test(text)) ?? null;

/** The domain's own policy, or the nearest one above it. */
async function readDmarc(texts: (name: string) => Promise<Texts>, domain: string): Promise<boolean | null> {
  const labels = domain.split(".");
  for (let from = 0; from <= Math.min(labels.length - 2, mostParents); from += 1) {
    const found = await texts(`_dmarc.${labels.slice(from).join(".")}`);
    if (!found) return null;
    if (found.some((text) => /^v=DMARC1\s*(;|$)/i.test(text))) return true;
  }
  return false;
}

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();
