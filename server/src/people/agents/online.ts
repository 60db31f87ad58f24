import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";

/** True if an agent holds a connection to a living process. */
export const isOnline = (eb: ExpressionBuilder<Database, "agent">) =>
  eb.exists(
    eb
      .selectFrom("presence")
      .innerJoin("process", "process.id", "presence.process_id")
      .select("presence.agent_id")
      .whereRef("presence.company_id", "=", "agent.company_id")
      .whereRef("presence.agent_id", "=", "agent.id")
      .where("process.lease_until", ">", sql<Date>`now()`),
  );

export async function isAgentOnline({ db, companyId }: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("agent")
    .select((eb) => isOnline(eb).as("online"))
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return Boolean(row?.online);
}
