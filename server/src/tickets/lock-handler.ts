import { seesAllDepartments } from "@parley/contract/permissions";
import type { Scope } from "../database/scope.ts";
import { conflict, notFound } from "../errors.ts";

/**
 * Keeps whoever is about to handle a ticket of a department enabled and in sight of it for the rest of the unit of work.
 * Who moves them away or disables them meanwhile waits, and then finds this ticket among those to be released.
 */
export async function lockHandler(scope: Scope, agentId: string, departmentId: string): Promise<void> {
  const agent = await scope.db
    .selectFrom("agent")
    .select(["department_id", "role", "disabled_on"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", agentId)
    .forShare()
    .executeTakeFirst();
  if (!agent) throw notFound();
  if (agent.disabled_on) throw conflict("conflict", "This colleague is disabled and takes no tickets.");
  if (!seesAllDepartments(agent) && agent.department_id !== departmentId)
    throw conflict("conflict", "This colleague is not in that department.");
}
