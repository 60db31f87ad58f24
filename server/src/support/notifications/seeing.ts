import { seesAllDepartments } from "@parley/contract/permissions";
import type { Scope } from "../../floor/database/scope.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import type { TicketRow } from "../ticket/access.ts";

/** The agents who see a ticket, in a fixed order: telling them locks each inbox until the commit. */
export async function listSeeing({ db, companyId }: Scope, { department_id }: TicketRow) {
  const agents = await db
    .selectFrom("agent")
    .select(["id", "role", departmentsOf.as("departmentids")])
    .where("company_id", "=", companyId)
    .where("disabled_on", "is", null)
    .orderBy("id")
    .execute();
  return agents.filter((agent) => seesAllDepartments(agent) || agent.departmentids.includes(department_id));
}
