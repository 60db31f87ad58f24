/** The mails of several folders that came between two times. */
import type { ImapFlow, MailboxObject } from "imapflow";
import { within } from "./open.ts";
import { commandTime, search } from "./search.ts";

export type OlderMail = { folder: string; uid: number; size: number; receivedOn: Date };

const together = 500;
/** Of the newest mails. */
const most = 50_000;
const day = 24 * 60 * 60_000;

/** A folder that is gone has none. */
export async function listOlder(
  client: ImapFlow,
  folders: string[],
  since: Date,
  until: Date,
): Promise<OlderMail[]> {
  const all: OlderMail[] = [];
  for (const folder of folders) {
    if (!(await open(client, folder))) continue;
    // SEARCH goes by whole days in the server's zone (RFC 9051 §6.4.4).
    const query = { since: new Date(since.getTime() - day), before: new Date(until.getTime() + 2 * day) };
    const uids = (await search(client, query)).slice(-most);
    for (let from = 0; from < uids.length; from += together) {
      const range = uids.slice(from, from + together).join(",");
      const asked = { uid: true, size: true, internalDate: true };
      const answers = await within(client, commandTime, client.fetchAll(range, asked, { uid: true }));
      for (const { uid, size = 0, internalDate } of answers) {
        const receivedOn = new Date(internalDate ?? Number.NaN);
        if (receivedOn >= since && receivedOn < until) all.push({ folder, uid, size, receivedOn });
      }
    }
  }
  if (all.length <= most) return all;
  return all.sort((one, other) => one.receivedOn.getTime() - other.receivedOn.getTime()).slice(-most);
}

async function open(client: ImapFlow, folder: string): Promise<MailboxObject | null> {
  try {
    return await within(client, commandTime, client.mailboxOpen(folder, { readOnly: true }));
  } catch (error) {
    if (client.usable && (error as { responseStatus?: string }).responseStatus === "NO") return null;
    throw error;
  }
}
