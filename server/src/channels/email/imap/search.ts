import type { ImapClient } from "./client.ts";
import { FaultyServer } from "./failure.ts";
import { within } from "./open.ts";
import type { Found, Query } from "./process/wire.ts";

/** Milliseconds in which a server has to answer a command. */
export const commandTime = 60_000;

/** The UIDs of matching mails in the open folder, in ascending order: at most so many of the oldest or newest. */
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
