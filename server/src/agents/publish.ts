import type { AgentRow } from "@parley/contract/agents";
import type { Scope } from "../database/scope.ts";
import { rooms } from "../realtime/rooms.ts";
import { viewAgentRow } from "./rows.ts";

/** Tells administrators how an agent's row reads now, and the company how their colleague does. */
export async function publishAgent(scope: Scope, id: string): Promise<AgentRow> {
  const row = await publishAgentRow(scope, id);
  publishColleague(scope, row);
  return row;
}

/** For what administrators alone see of an agent. */
export async function publishAgentRow(scope: Scope, id: string): Promise<AgentRow> {
  const row = await viewAgentRow(scope, id);
  scope.publish("updateAgentRow", row, [rooms.admins(scope.companyId)]);
  return row;
}

/** Tells administrators of an agent who has joined, and the company of a new colleague. */
export async function publishNewAgent(scope: Scope, id: string): Promise<AgentRow> {
  const row = await viewAgentRow(scope, id);
  scope.publish("newUser", row, [rooms.admins(scope.companyId)]);
  publishColleague(scope, row);
  return row;
}

function publishColleague(scope: Scope, row: AgentRow) {
  const { userid, first_name, last_name, email, profile_pic, departmentid, status } = row;
  const colleague = {
    ...{ userid, id: userid, first_name, last_name, email, profile_pic, departmentid, status },
    department: row.department_name,
    enabled: row.closed_on === null,
  };
  scope.publish("updateAgent", colleague, [rooms.company(scope.companyId)]);
}
