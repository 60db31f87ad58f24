import { isIP } from "node:net";
import { z } from "zod";
import type { Config } from "../../../floor/config/config.ts";
import { address, web } from "../../../floor/config/config-shapes.ts";
import { settingsOf } from "../../seam/module.ts";

export const mailSettings = z.object({
  MAIL_PRIVATE_HOSTS: z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    )
    .default([]),
  MAIL_MAX_MB: z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 60, {
      error: "must be a whole number from 1 to 60",
    })
    .transform(Number)
    .default(40),
  MAIL_UNDER_WAY_MB: z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 4096, {
      error: "must be a whole number from 1 to 4096",
    })
    .transform(Number)
    .default(120),
  MAIL_MAILBOXES: z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 1000, {
      error: "must be a whole number from 1 to 1000",
    })
    .transform(Number)
    .default(30),
  DNS_SERVER: z
    .string()
    .transform((text) => text.split(",").map((server) => server.trim()))
    .refine((servers) => servers.every(isNameServer), {
      error: "must list addresses such as 192.0.2.53 or 192.0.2.53:5353",
    })
    .default([]),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_OAUTH_URL: web.optional(),
  GOOGLE_IMAP_URL: address(["imap:", "imaps:"]).default("imaps://imap.gmail.com"),
  GOOGLE_SMTP_URL: address(["smtp:", "smtps:"]).default("smtps://smtp.gmail.com"),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[a-zA-Z0-9.-]{1,100}$/, "must be a tenant's id or domain, or common")
    .default("common"),
  MICROSOFT_OAUTH_URL: web.default("https://login.microsoftonline.com"),
  MICROSOFT_IMAP_URL: address(["imap:", "imaps:"]).default("imaps://outlook.office365.com"),
  MICROSOFT_SMTP_URL: address(["smtp:", "smtps:"]).default("smtp://smtp.office365.com"),
});

/** True for an address as Node's resolver accepts it, with a port where it is not 53. */
function isNameServer(server: string): boolean {
  const [, bracketed, address = bracketed ?? server] =
    /^(?:\[([0-9a-f:.]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/i.exec(server) ?? [];
  return isIP(address) !== 0;
}

/** Hosts that may resolve to an address in a private network. */
export const privateHosts = (config: Pick<Config, "channelSettings">): string[] =>
  settingsOf(config, mailSettings).MAIL_PRIVATE_HOSTS;

/** The number of mailboxes that a company may have connected at once. */
export const mostMailboxes = (config: Pick<Config, "channelSettings">): number =>
  settingsOf(config, mailSettings).MAIL_MAILBOXES;

/** The name servers to ask; an empty list stands for the system's. */
export const dnsServers = (config: Pick<Config, "channelSettings">): string[] =>
  settingsOf(config, mailSettings).DNS_SERVER;
/** The size in bytes up to which a mail is read whole. */
export const mailBytes = (config: Pick<Config, "channelSettings">): number =>
  settingsOf(config, mailSettings).MAIL_MAX_MB * 2 ** 20;
