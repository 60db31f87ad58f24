import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** Channels that dead processes were listening to may be listened to by others at once. */
export async function freeChannels(db: Kysely<Database>, processIds: string[]): Promise<void> {
  await db
    .updateTable("channel")
    .set({ poll_lease_by: null, poll_lease_until: null })
    .where("poll_lease_by", "in", processIds)
    .execute();
}
