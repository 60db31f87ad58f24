import type { Kysely } from "kysely";
import type { Database } from "../../floor/database/schema.ts";

/**
 * Notes the time at which these agents left, in the transaction that removes their presence. Of an agent who is still
 * connected to another process it is overwritten when they leave that one.
 */
export async function noteOffline(db: Kysely<Database>, agentIds: string[], now: Date): Promise<void> {
  if (agentIds.length === 0) return;
  await db
    .updateTable("agent")
    .set({ offline_on: now })
    .where("id", "in", (eb) =>
      // Two processes lock them in the same order.
      eb.selectFrom("agent").select("id").where("id", "in", agentIds).orderBy("id").forNoKeyUpdate(),
    )
    .execute();
}
