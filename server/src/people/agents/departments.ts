/** The departments whose tickets an agent sees without a role that sees all: `agent_sight`, the one list of them. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { Changes } from "../../floor/ledger/event.ts";

/** SQL of their ids, in a query from `agent`. */
export const departmentsOf = sql<string[]>`array(
  select s.department_id from agent_sight s
  where s.company_id = agent.company_id and s.agent_id = agent.id order by s.department_id)`;

export async function readDepartments(scope: Scope, agentId: string): Promise<string[]> {
  const rows = await scope.db
    .selectFrom("agent_sight")
    .select("department_id")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .orderBy("department_id")
    .execute();
  return rows.map(({ department_id }) => department_id);
}

/** Sets the whole list, which names the home department of the locked agent too. */
export async function writeDepartments(scope: Scope, agentId: string, ids: string[]): Promise<void> {
  await scope.db
    .deleteFrom("agent_sight")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("department_id", "not in", ids)
    .execute();
  await scope.db
    .insertInto("agent_sight")
    .values(ids.map((id) => ({ company_id: scope.companyId, agent_id: agentId, department_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The audit log shows what changed beside the home department, by names and not ids. */
export function changeOfSight(
  names: Map<string, string>,
  home: string,
  before: string[],
  after: string[],
): Changes {
  const named = (ids: string[]) => {
    const beside = ids.filter((id) => id !== home).flatMap((id) => names.get(id) ?? []);
    return beside.sort().join(", ") || null;
  };
  const departments = { from: named(before), to: named(after) };
  return departments.from === departments.to ? {} : { departments };
}
