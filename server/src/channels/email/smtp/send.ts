/** One delivery per message, to all its recipients. */
import { reasonOf } from "@parley/contract/reasons";
import type { Config } from "../../../floor/config/config.ts";
import type { Adapter, Channel, SendOutcome } from "../../seam/adapter.ts";
import { type MailCredentials, openCredentials } from "../account/credentials.ts";
import { optionsOf } from "../account/options.ts";
import { appendToSent, findInSent } from "../imap/sent.ts";
import { composeMail } from "./compose.ts";
import { submit } from "./submit.ts";

type Settings = Pick<Config, "channelSettings">;

/** Milliseconds for the copy to Sent, after the time of the send; both fit into the lease of a message. */
const sentTime = 15_000;

export const createMailSend =
  (config: Settings): Adapter["send"] =>
  async (channel, message, signal) => {
    const { mail } = message;
    if (!mail) throw new Error("A message of this channel is a mail");
    const credentials = openCredentials(channel.credentials);
    const composed = await composeMail(channel, addressesOf(channel, credentials), message, mail);
    if (composed.envelope.to.length === 0)
      return { outcome: "refused", reason: reasonOf("client_unknown", { provider: "SMTP" }) };
    const outcome = await submit(config, credentials, mail.ref, composed, signal);
    const keeps = keepsSent(credentials);
    if (outcome.outcome === "unknown" && keeps) return settle(config, channel, mail.ref, outcome);
    if (outcome.outcome !== "sent" || keeps) return outcome;
    const kept = await copy(config, channel, mail.ref, composed.raw);
    if (kept) return outcome;
    const note =
      outcome.note ?? reasonOf("mail_copy_missing", { provider: credentials.imap?.host ?? "IMAP" });
    return { ...outcome, note, copyMissing: true };
  };

/** Puts the same mail into Sent, without sending it again. */
export const createKeepCopy =
  (config: Settings): NonNullable<Adapter["keepCopy"]> =>
  async (channel, message, signal) => {
    const { mail } = message;
    if (!mail) throw new Error("A message of this channel is a mail");
    const credentials = openCredentials(channel.credentials);
    const { raw } = await composeMail(channel, addressesOf(channel, credentials), message, mail);
    await appendToSent(config, channel, { raw, messageId: mail.ref }, signal);
  };

/** An address that was tried and chosen wins over one given with the credentials. */
const addressesOf = (channel: Channel, { plus, bounceAddress }: MailCredentials) => {
  const chosen = optionsOf(channel);
  return {
    plus: chosen.plus ?? plus ?? false,
    bounceAddress: chosen.bounceAddress ?? bounceAddress ?? false,
  };
};

/** Google and Microsoft put mails sent through their servers into Sent themselves. */
const keepsSent = ({ oauth, smtp }: MailCredentials): boolean =>
  oauth !== undefined || /(^|\.)(gmail|googlemail|office365|outlook)\.com$/.test(smtp.host);

/** A mail that is in Sent was accepted, although its answer was lost. */
async function settle(
  config: Settings,
  channel: Channel,
  externalId: string,
  lost: SendOutcome,
): Promise<SendOutcome> {
  try {
    const found = await findInSent(config, channel, externalId, AbortSignal.timeout(sentTime));
    return found ? { outcome: "sent", externalId } : lost;
  } catch {
    // The message stays uncertain.
    return lost;
  }
}

/** The copy is for those who read the mailbox itself. False: the mail is sent without the copy. */
async function copy(config: Settings, channel: Channel, messageId: string, raw: Buffer): Promise<boolean> {
  try {
    await appendToSent(config, channel, { raw, messageId }, AbortSignal.timeout(sentTime));
    return true;
  } catch {
    return false;
  }
}
