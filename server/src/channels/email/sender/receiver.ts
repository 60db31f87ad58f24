/** Which servers receive for a mailbox, and what they write about a sender. */
import type { MailCredentials } from "../account/credentials.ts";
import type { MailboxOptions } from "../account/options.ts";

export type Receiver = {
  /** The mailbox's own server wrote the topmost headers. By webhook anyone may have. */
  delivers: boolean;
  /** Of its servers. */
  domains: string[];
  /** Names, or domains of names, under which the first Authentication-Results is the provider's own. */
  ids: string[];
  /** It writes a header for each method, one below the other. */
  several: boolean;
  /** It names itself nowhere. */
  nameless: boolean;
};

type Provider = { hosts: string[] } & Pick<Receiver, "ids" | "domains"> & Partial<Receiver>;

/**
 * Providers that judge every mail and let no header through under their own name. Their samples are in `corpus/senders.ts`.
 */
const providers: Provider[] = [
  { hosts: ["gmail.com", "googlemail.com"], ids: ["mx.google.com"], domains: ["google.com"] },
  {
    hosts: ["outlook.com", "office365.com", "office.com", "hotmail.com", "live.com"],
    ...{ ids: [], domains: ["outlook.com", "office365.com"], nameless: true },
  },
  {
    hosts: ["fastmail.com", "messagingengine.com"],
    ...{ ids: ["messagingengine.com"], domains: ["messagingengine.com", "fastmail.com"], several: true },
  },
  { hosts: ["yahoo.com", "aol.com"], ids: ["yahoo.com"], domains: ["yahoo.com", "aol.com"] },
  {
    hosts: ["me.com", "icloud.com", "mac.com"],
    ...{ ids: ["icloud.com"], domains: ["icloud.com", "me.com", "apple.com"], several: true },
  },
  {
    hosts: ["zoho.com", "zoho.eu", "zoho.in", "zoho.com.au", "zoho.jp", "zohocloud.ca"],
    ids: ["zohomail.com", "zohomail.eu", "zohomail.in", "zoho.com", "zoho.eu", "zoho.in"],
    domains: ["zohomail.com", "zohomail.eu", "zohomail.in", "zoho.com", "zoho.eu", "zoho.in"],
  },
];
const ofOauth: Record<string, string> = { google: "gmail.com", microsoft: "outlook.com" };

/** `authservId`: what an administrator named, for a server of their own. */
export function receiverOf(
  { imap, oauth }: Pick<MailCredentials, "imap" | "oauth">,
  { authservId }: Pick<MailboxOptions, "authservId">,
): Receiver {
  const host = (oauth && ofOauth[oauth.provider]) ?? imap?.host ?? "";
  const provider = providers.find(({ hosts }) => hosts.some((one) => isWithin(host, one)));
  const own = provider?.domains ?? (isName(host) ? [domainOf(host)] : []);
  return {
    ...{ several: authservId !== null, nameless: false, ...provider },
    delivers: imap !== null,
    domains: [...own, ...(authservId ? [domainOf(authservId)] : [])],
    ids: [...(provider?.ids ?? []), ...(authservId ? [authservId] : [])],
  };
}

/** The name itself, or one below it. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

/** The last two labels, three where the second is short: mx.example.co.uk is example.co.uk. */
export function domainOf(host: string): string {
  const labels = host.split(".");
  const short = (labels.at(-2)?.length ?? 0) <= 3 && (labels.at(-1)?.length ?? 0) === 2;
  return labels.slice(short ? -3 : -2).join(".");
}

/** A name of the internet: no address, and none of a network of its own. */
export const isName = (host: string): boolean =>
  /^[\w-]+(\.[\w-]+)*\.[a-z][a-z0-9-]+$/i.test(host) &&
  !/\.(internal|local|localdomain|lan|home|corp|arpa)$/i.test(host);
