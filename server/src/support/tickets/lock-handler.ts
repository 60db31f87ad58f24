import { seesAllDepartments } from "@parley/contract/permissions";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, notFound } from "../../floor/errors/errors.ts";

/**
 * Locks the new handler, enabled and able to see the department, for the rest of the unit of work. Moving or
 * disabling them waits, and then releases this ticket too.
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
  if (agent.disabled_on) throw conflict("conflict", "colleague_disabled");
  if (!seesAllDepartments(agent) && agent.department_id !== departmentId)
    throw conflict("conflict", "colleague_elsewhere");
}
