import type { BareReason } from "@parley/contract/reasons";
import { sql, type Updateable } from "kysely";
import type { AgentTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";

/** Changes an agent's row. 409 when the address is in use; `inUse` is the reason when another company's account has it. */
export async function writeAgent(
  scope: Scope,
  id: string,
  to: Updateable<AgentTable>,
  inUse?: BareReason,
): Promise<void> {
  const update = () =>
    scope.db
      .updateTable("agent")
      .set(to)
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .execute();
  await claimAddress(scope, update, inUse);
}

/**
 * Runs a statement that writes an address. 409 when a colleague has it, or when it should be confirmed and is confirmed
 * for another company's account: only the index knows, since a scope sees its own company alone. The unit of work can
 * go on after that refusal.
 */
export async function claimAddress<Answer>(
  scope: Scope,
  run: () => Promise<Answer>,
  inUse: BareReason = "email_taken",
): Promise<Answer> {
  await sql`savepoint address`.execute(scope.db);
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    await sql`rollback to savepoint address`.execute(scope.db);
    const constraint = error instanceof Error && "constraint" in error ? error.constraint : null;
    if (constraint === "agent_email_of_company") throw conflict("conflict", "email_taken");
    if (constraint === "agent_email") throw conflict("conflict", inUse);
    throw error;
  }
  await sql`release savepoint address`.execute(scope.db);
  return answer;
}
