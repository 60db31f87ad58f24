import type { Department } from "@parley/contract/departments";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";

export function ownDepartment(scope: Scope<AgentActor>): Promise<Department> {
  return departments(scope).where("id", "=", scope.actor.departmentid).executeTakeFirstOrThrow();
}

export function listDepartments(scope: Scope): Promise<Department[]> {
  return departments(scope).where("deleted_on", "is", null).orderBy("name").execute();
}

/** The company's original department, or the oldest that is left. */
export function firstDepartment(scope: Scope): Promise<Department> {
  return departments(scope)
    .where("deleted_on", "is", null)
    .orderBy("created_on")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
}

function departments(scope: Scope) {
  return scope.db
    .selectFrom("department")
    .select(["id as departmentid", "name as department_name"])
    .where("company_id", "=", scope.companyId);
}
