/**
 * Checks that both of an account's servers accept the sign-in, and that its domain publishes the records other mail
 * servers look for.
 */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../../floor/config/config.ts";
import type { Channel, Checkup } from "../../seam/adapter.ts";
import { type MailCredentials, openCredentials } from "../account/credentials.ts";
import { optionsOf } from "../account/options.ts";
import { privateHosts } from "../account/settings.ts";
import { conductOf } from "../imap/conduct.ts";
import { mailboxCursor } from "../imap/cursor.ts";
import { explainImap } from "../imap/failure.ts";
import { closeImap } from "../imap/open.ts";
import { signIn } from "../imap/sign-in.ts";
import { checkSmtp } from "../smtp/check.ts";
import { type DomainRecords, domainOf, readDomain } from "./dns.ts";

type Settings = Pick<Config, "channelSettings">;

export async function checkMailbox(
  config: Settings,
  channel: Channel,
  signal: AbortSignal,
  accepted: () => void,
  now = new Date(),
): Promise<Checkup> {
  // The server may let a check in and break bounds only where the mailbox is read.
  const reason = conductOf(channel, now)?.reason;
  if (reason) return { outcome: "broken", reason, mend: "check_account" };
  const credentials = openCredentials(channel.credentials);
  const checkups = await Promise.all([
    checkImap(config, channel, credentials, signal),
    checkSmtp(config, channel, signal),
  ]);
  const bad = (["broken", "unreachable"] as const).flatMap((outcome) =>
    checkups.filter((checkup) => checkup.outcome === outcome),
  );
  if (bad[0]) return bad[0];
  accepted();
  const late = latenessOf(channel, credentials, now);
  if (late) return late;
  // Other servers do not ask the DNS about a mail server within a private network.
  const { dkimFound, dkimSelector } = optionsOf(channel);
  if (!privateHosts(config).includes(credentials.smtp.host)) {
    const lacking = missingIn(
      await readDomain(config, domainOf(channel.externalId), dkimFound ?? dkimSelector),
    );
    if (lacking) return { outcome: "attention", reason: lacking, mend: "check_dns" };
  }
  const hosts = [credentials.imap?.host, credentials.smtp.host].filter(Boolean);
  return { outcome: "working", says: `${[...new Set(hosts)].join(" and ")} let us in` };
}

/** Minutes. Where new mail is not announced, polls have to be punctual. */
const longest = { announced: 10, polled: 5 };
const minute = 60_000;

/** Reports a mailbox that has not been read for long. */
function latenessOf({ cursor }: Channel, { imap }: MailCredentials, now: Date): Checkup | null {
  const { since, lookedOn, idle } = mailboxCursor.safeParse(cursor).data ?? {};
  const last = lookedOn ?? since;
  if (!imap || !last) return null;
  const minutes = Math.floor((now.getTime() - Date.parse(last)) / minute);
  if (minutes < (idle === false ? longest.polled : longest.announced)) return null;
  const reason = reasonOf("mail_looks_late", { provider: imap.host, minutes: String(minutes) });
  return { outcome: "attention", reason, mend: "check_network" };
}

async function checkImap(
  config: Settings,
  channel: Channel,
  credentials: MailCredentials,
  signal: AbortSignal,
): Promise<Checkup> {
  const { imap } = credentials;
  if (!imap) return { outcome: "working", says: "mail comes by webhook" };
  try {
    await closeImap(await signIn(config, { ...credentials, imap }, channel, signal));
    return { outcome: "working", says: `${imap.host} lets us in` };
  } catch (error) {
    const failure = explainImap(error, imap.host);
    if (failure.outcome === "unreachable") return failure;
    return { outcome: "broken", reason: failure.reason, mend: failure.mend };
  }
}

/** The first record that is certainly missing. */
function missingIn({ domain: host, spf, dkim, selector, dmarc }: DomainRecords) {
  if (spf === false) return reasonOf("mail_spf_missing", { host });
  if (dkim === false && selector) return reasonOf("mail_dkim_missing", { host, name: selector });
  if (dmarc === false) return reasonOf("mail_dmarc_missing", { host });
  return null;
}
