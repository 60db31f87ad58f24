import type { AgentRow } from "@parley/contract/agents";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { viewAgentRow } from "./rows.ts";

type Publishing = Pick<Scope, "companyId" | "publish">;

/** Publishes an agent's row to administrators, and the colleague to the company. */
export async function publishAgent(scope: Scope, id: string): Promise<AgentRow> {
  const row = await publishAgentRow(scope, id);
  publishColleague(scope, row);
  return row;
}

/** Publishes the part of an agent's row that only administrators see. */
export async function publishAgentRow(scope: Scope, id: string): Promise<AgentRow> {
  const row = await viewAgentRow(scope, id);
  publishRow(scope, "updateAgentRow", row);
  return row;
}

/** Administrators get an agent who has joined, or whose row has changed. */
export function publishRow(scope: Publishing, event: "newUser" | "updateAgentRow", row: AgentRow): void {
  scope.publish(event, row, [rooms.admins(scope.companyId)]);
}

/** The company gets the agent as colleagues see them. */
export function publishColleague(scope: Publishing, row: AgentRow): void {
  const { userid, first_name, last_name, email, profile_pic, departmentid, departmentids, status } = row;
  const colleague = {
    ...{ userid, id: userid, first_name, last_name, email, profile_pic, departmentid, departmentids, status },
    department: row.department_name,
    enabled: row.closed_on === null,
  };
  scope.publish("updateAgent", colleague, [rooms.company(scope.companyId)]);
}
