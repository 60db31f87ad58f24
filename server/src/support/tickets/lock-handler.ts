import { seesAllDepartments } from "@parley/contract/permissions";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, notFound } from "../../floor/errors/errors.ts";
import { readDepartments } from "../../people/agents/departments.ts";

/**
 * Locks the new handler, enabled and able to see the department, for the rest of the unit of work. Moving or
 * disabling them waits, and then releases this ticket too.
 */
export async function lockHandler(scope: Scope, agentId: string, departmentId: string): Promise<void> {
  const agent = await scope.db
    .selectFrom("agent")
    .select(["role", "disabled_on"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", agentId)
    .forShare()
    .executeTakeFirst();
  if (!agent) throw notFound();
  if (agent.disabled_on) throw conflict("conflict", "colleague_disabled");
  if (seesAllDepartments(agent)) return;
  // A statement of its own: that of the lock would read them as of before it waited.
  const departments = await readDepartments(scope, agentId);
  if (!departments.includes(departmentId)) throw conflict("conflict", "colleague_elsewhere");
}
