import type { ImapClient } from "./client.ts";
import { FaultyServer } from "./failure.ts";
import { within } from "./open.ts";
import type { Found, Query } from "./process/wire.ts";

/** Milliseconds that a server may take to answer a command. */
export const commandTime = 60_000;

/** The UIDs of the open folder's mails that match, in their order: so many of the oldest or newest. */
export async function search(
  client: ImapClient,
  query: Query,
  most: number,
  end: "oldest" | "newest" = "oldest",
): Promise<Found> {
  const found = await within(client, commandTime, client.search(query, { most, end }));
  if (!found) throw new FaultyServer("It does not search");
  return found;
}
