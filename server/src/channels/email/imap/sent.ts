/** The Sent folder: a copy of our mails for the mailbox's owner, and the proof that a mail was sent. */
import type { Config } from "../../../floor/config/config.ts";
import type { Channel } from "../../seam/adapter.ts";
import { openCredentials } from "../account/credentials.ts";
import { roomForCopies } from "../account/mail-room.ts";
import type { ImapClient } from "./client.ts";
import { closeImap, within } from "./open.ts";
import { signIn } from "./sign-in.ts";

type Settings = Pick<Config, "channelSettings">;
type SentOf = Pick<Channel, "credentials" | "companyId" | "conduct">;

const commandTime = 30_000;
const appendTime = 2 * 60_000;

/**
 * True if the mail with this Message-ID is in Sent. Null: the account has no such folder. Rejects when the server
 * cannot be asked.
 */
export function findInSent(
  config: Settings,
  channel: SentOf,
  messageId: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  return inSent(config, channel, signal, (client, path) => isIn(client, path, messageId));
}

/** Adds our mail to Sent, unless it is there. False: the account has no such folder. */
export async function appendToSent(
  config: Settings,
  channel: SentOf,
  { raw, messageId }: { raw: Buffer; messageId: string },
  signal: AbortSignal,
): Promise<boolean> {
  const kept = await inSent(config, channel, signal, async (client, path) => {
    if (await isIn(client, path, messageId)) return true;
    const release = await roomForCopies(config).acquire(channel.companyId, raw.length, signal);
    try {
      await within(client, appendTime, client.append(path, raw));
    } finally {
      release();
    }
    return true;
  });
  return kept ?? false;
}

/**
 * True if the folder has a mail with this Message-ID. A search matches parts of a header; the angle brackets make it
 * exact.
 */
export async function isIn(client: ImapClient, path: string, messageId: string): Promise<boolean> {
  // A folder that is opened for reading accepts no flags with an APPEND.
  await within(client, commandTime, client.select(path));
  const one = { most: 1, end: "newest" as const };
  const found = await within(client, commandTime, client.search({ messageId }, one));
  return found !== null && found.uids.length > 0;
}

async function inSent<Answer>(
  config: Settings,
  channel: SentOf,
  signal: AbortSignal,
  work: (client: ImapClient, path: string) => Promise<Answer>,
): Promise<Answer | null> {
  const credentials = openCredentials(channel.credentials);
  const { imap } = credentials;
  if (!imap) return null;
  const client = await signIn(config, { ...credentials, imap }, channel, signal);
  try {
    const sent = (await within(client, commandTime, client.folders())).find(({ use }) => use === "sent");
    return sent ? await work(client, sent.path) : null;
  } finally {
    await closeImap(client);
  }
}
