import type { Kysely } from "kysely";
import type { Database } from "../../floor/database/schema.ts";

/** Records when agents lost a console. With another one they are online all the same. The order keeps two writers apart. */
export async function recordLeft(
  db: Kysely<Database>,
  now: Date,
  agents: { companyId: string; id: string }[],
): Promise<void> {
  const rows = [...new Map(agents.map(({ companyId, id }) => [id, companyId]))]
    .map(([agent_id, company_id]) => ({ company_id, agent_id, left_on: now }))
    .sort((one, other) => one.agent_id.localeCompare(other.agent_id));
  if (rows.length === 0) return;
  await db
    .insertInto("absence")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id"]).doUpdateSet({ left_on: now }))
    .execute();
}
