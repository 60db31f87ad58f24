import type { Mailbox } from "@parley/contract/mailboxes";

/** The servers of providers, so that an address and a password are enough. */
export const mailProviders = ["google", "microsoft", "fastmail", "other", "webhook"] as const;
export type MailProvider = (typeof mailProviders)[number];

export type Server = { host: string; port: number; secure: boolean };

/** The usual ports, by which an encryption is known. */
export type UsualPorts = { tls: number; starttls: number };
export const imapPorts: UsualPorts = { tls: 993, starttls: 143 };
export const smtpPorts: UsualPorts = { tls: 465, starttls: 587 };

const none: Server = { host: "", port: 465, secure: true };

/** Microsoft accepts no password, so it has no servers to fill in. */
export const presets: Record<MailProvider, { imap: Server | null; smtp: Server }> = {
  google: {
    imap: { host: "imap.gmail.com", port: 993, secure: true },
    smtp: { host: "smtp.gmail.com", port: 465, secure: true },
  },
  microsoft: { imap: null, smtp: none },
  fastmail: {
    imap: { host: "imap.fastmail.com", port: 993, secure: true },
    smtp: { host: "smtp.fastmail.com", port: 465, secure: true },
  },
  other: { imap: { host: "", port: 993, secure: true }, smtp: none },
  webhook: { imap: null, smtp: none },
};

/** A mailbox that is to be connected again, and the name that clients see. */
export type KnownMailbox = { mailbox: Mailbox; name: string };

export function providerOf({ sign_in, imap }: Mailbox): MailProvider {
  if (sign_in !== "password") return sign_in;
  if (!imap) return "webhook";
  return mailProviders.find((provider) => presets[provider].imap?.host === imap.host) ?? "other";
}

/** True if the form asks for its servers. */
export const asksServers = (provider: MailProvider): boolean =>
  provider === "other" || provider === "webhook";
