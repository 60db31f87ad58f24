import type { Kysely } from "kysely";
import type { Database } from "../../floor/database/schema.ts";

/** Releases the polling leases of expired processes, so that others can acquire them at once. */
export async function releaseChannels(db: Kysely<Database>, processIds: string[]): Promise<void> {
  await db
    .updateTable("channel")
    .set({ poll_lease_by: null, poll_lease_until: null })
    .where("poll_lease_by", "in", processIds)
    .execute();
}
