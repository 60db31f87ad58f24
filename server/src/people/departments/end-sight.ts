import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { changeOfSight, readDepartments } from "../agents/departments.ts";
import { viewAgentRow } from "../agents/rows.ts";
import { departmentNames } from "./pick.ts";

/** Agents of other departments no longer see a department, which is locked. Those at home in it keep it. */
export async function endSightOf(
  { live }: Pick<Context, "live">,
  scope: Scope,
  departmentId: string,
): Promise<void> {
  const losing = await deleteSight(scope, departmentId);
  if (losing.length === 0) return;
  const names = await departmentNames(scope);
  for (const agentId of losing) {
    const after = await readDepartments(scope, agentId);
    const row = await viewAgentRow(scope, agentId);
    const changes = changeOfSight(names, row.departmentid, [...after, departmentId], after);
    scope.afterCommit(() => live.refreshRooms(scope.companyId, agentId));
    await record(scope, {
      kind: "agent_update",
      subject: agentId,
      name: agentName(row),
      facts: { fields: Object.keys(changes) },
      changes,
      inHand: { row },
    });
  }
}

/** Returns the agents who saw it beside their home department. */
async function deleteSight({ db, companyId }: Scope, departmentId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom("agent_sight")
    .using("agent")
    .where("agent_sight.company_id", "=", companyId)
    .where("agent_sight.department_id", "=", departmentId)
    .whereRef("agent.company_id", "=", "agent_sight.company_id")
    .whereRef("agent.id", "=", "agent_sight.agent_id")
    .where("agent.department_id", "!=", departmentId)
    .returning("agent_sight.agent_id")
    .execute();
  return rows.map(({ agent_id }) => agent_id).sort();
}
