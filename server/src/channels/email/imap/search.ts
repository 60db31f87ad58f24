import type { ImapFlow, SearchObject } from "imapflow";
import { FaultyServer } from "./failure.ts";
import { within } from "./open.ts";

/** Milliseconds that a server may take to answer a command. */
export const commandTime = 60_000;

/** The UIDs of the open folder's mails that match. */
export async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await within(client, commandTime, client.search(query, { uid: true }));
  if (!Array.isArray(found)) throw new FaultyServer("It does not search");
  return found;
}
