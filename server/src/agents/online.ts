import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../database/schema.ts";

/** Whether an agent holds a connection to a process that lives. */
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
