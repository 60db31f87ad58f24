import { texts } from "@parley/contract/texts";
import { sql, type Updateable } from "kysely";
import type { AgentTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import { conflict } from "../http/errors.ts";

export const addressTaken = () => conflict("conflict", texts.emailTaken);

/**
 * Changes an agent's row. 409 when the address is taken, in whatever company: only the index knows, for a scope sees
 * its own company alone. The unit of work can go on after that refusal.
 */
export async function writeAgent(scope: Scope, id: string, to: Updateable<AgentTable>): Promise<void> {
  await sql`savepoint agent`.execute(scope.db);
  try {
    await scope.db
      .updateTable("agent")
      .set(to)
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
  } catch (error) {
    await sql`rollback to savepoint agent`.execute(scope.db);
    if (error instanceof Error && "constraint" in error && error.constraint === "agent_email")
      throw addressTaken();
    throw error;
  }
  await sql`release savepoint agent`.execute(scope.db);
}
