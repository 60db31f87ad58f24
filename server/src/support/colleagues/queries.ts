import type { Colleague } from "@parley/contract/agents";
import type { Scope } from "../../floor/database/scope.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { isOnline } from "../../people/agents/online.ts";

type Read = Pick<Scope, "db" | "companyId">;

/** The company's enabled agents, by name: one list for all readers. Online: connected to a live process. */
export async function listColleagues(scope: Read): Promise<() => Colleague[]> {
  const rows = await enabledAgents(scope)
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("agent.id")
    .execute();
  const all = rows.map(asColleague);
  return () => all;
}

/** All agents who can be assigned a ticket, including the caller: by department, then by name. */
export async function listAgentsByDepartment(scope: Read): Promise<Colleague[]> {
  const rows = await enabledAgents(scope)
    .orderBy("department.name")
    .orderBy("first_name")
    .orderBy("last_name")
    .orderBy("agent.id")
    .execute();
  return rows.map(asColleague);
}

function enabledAgents(scope: Read) {
  return scope.db
    .selectFrom("agent")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "agent.company_id")
        .onRef("department.id", "=", "agent.department_id"),
    )
    .select(["agent.id", "first_name", "last_name", "email", "profile_pic", "department_id"])
    .select("department.name as department")
    .select(departmentsOf.as("departments"))
    .select((eb) => isOnline(eb).as("online"))
    .where("agent.company_id", "=", scope.companyId)
    .where("disabled_on", "is", null);
}

type Row = Omit<Colleague, "userid" | "departmentid" | "departmentids" | "status"> & {
  department_id: string;
  departments: string[];
  online: unknown;
};

function asColleague({ department_id, departments, online, ...row }: Row): Colleague {
  const status = online ? "online" : "offline";
  return { ...row, userid: row.id, departmentid: department_id, departmentids: departments, status };
}
