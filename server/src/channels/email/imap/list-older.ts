/** The mails of several folders that came between two times. */
import type { ImapClient } from "./client.ts";
import { within } from "./open.ts";
import type { Selected } from "./process/wire.ts";
import { commandTime, search } from "./search.ts";

export type OlderMail = { folder: string; uid: number; size: number; receivedOn: Date };

const together = 500;
/** The number of newest mails that are listed. */
const most = 50_000;
const day = 24 * 60 * 60_000;

/** A missing folder has no mails. */
export async function listOlder(
  client: ImapClient,
  folders: string[],
  since: Date,
  until: Date,
): Promise<OlderMail[]> {
  const all: OlderMail[] = [];
  for (const folder of folders) {
    if (!(await open(client, folder))) continue;
    // SEARCH goes by whole days in the server's zone (RFC 9051 §6.4.4). A `before` in the future becomes OLDER 0 where the
    // server has WITHIN (RFC 5032), which is refused.
    const query = { since: new Date(since.getTime() - day) };
    const { uids } = await search(client, query, most, "newest");
    for (let from = 0; from < uids.length; from += together) {
      const answers = await within(client, commandTime, client.list(uids.slice(from, from + together)));
      for (const { uid, size, receivedOn: milliseconds } of answers) {
        const receivedOn = new Date(milliseconds ?? Number.NaN);
        if (receivedOn >= since && receivedOn < until) all.push({ folder, uid, size, receivedOn });
      }
    }
  }
  if (all.length <= most) return all;
  return all.sort((one, other) => one.receivedOn.getTime() - other.receivedOn.getTime()).slice(-most);
}

async function open(client: ImapClient, folder: string): Promise<Selected | null> {
  try {
    return await within(client, commandTime, client.select(folder, { readOnly: true }));
  } catch (error) {
    if (client.usable && (error as { responseStatus?: string }).responseStatus === "NO") return null;
    throw error;
  }
}
