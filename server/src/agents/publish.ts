import type { AgentRow } from "@parley/contract/agents";
import type { Scope } from "../database/scope.ts";
import { rooms } from "../realtime/rooms.ts";
import { viewAgentRow } from "./rows.ts";

/** Tells administrators how an agent's row reads now. */
export async function publishAgent(scope: Scope, id: string): Promise<AgentRow> {
  const row = await viewAgentRow(scope, id);
  scope.publish("updateAgentRow", row, [rooms.admins(scope.companyId)]);
  return row;
}

/** Tells administrators of an agent who has joined. */
export async function publishNewAgent(scope: Scope, id: string): Promise<AgentRow> {
  const row = await viewAgentRow(scope, id);
  scope.publish("newUser", row, [rooms.admins(scope.companyId)]);
  return row;
}
