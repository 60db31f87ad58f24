/** The servers that receive for a mailbox, and the headers they write about a sender. */
import type { MailCredentials } from "../account/credentials.ts";
import type { MailboxOptions } from "../account/options.ts";

export type Receiver = {
  /** True if the mailbox's own server wrote the topmost headers. By webhook anyone may have. */
  delivers: boolean;
  /** The domains of its servers. */
  domains: string[];
  /** Names, or domains of names, under which the first Authentication-Results is the provider's own. */
  ids: string[];
  /** The provider writes a header for each method, one below the other. */
  several: boolean;
  /** The provider does not name itself. */
  nameless: boolean;
};

type Provider = { hosts: string[] } & Pick<Receiver, "ids" | "domains"> & Partial<Receiver>;

/**
 * Providers that judge every mail and let no header through under their own name. `corpus/senders.ts` has samples of
 * them.
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

/** `authservId`: the name that an administrator set, for a server of their own. */
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

/** True for the domain itself, or a name below it. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

/** The last two labels, three where the second is short: mx.example.co.uk is example.co.uk. */
export function domainOf(host: string): string {
  const labels = host.split(".");
  const short = (labels.at(-2)?.length ?? 0) <= 3 && (labels.at(-1)?.length ?? 0) === 2;
  return labels.slice(short ? -3 : -2).join(".");
}

/** True for a public name: not an address, and not a private network's name. */
export const isName = (host: string): boolean =>
  /^[\w-]+(\.[\w-]+)*\.[a-z][a-z0-9-]+$/i.test(host) &&
  !/\.(internal|local|localdomain|lan|home|corp|arpa)$/i.test(host);
