/** The switches of an agent: administrator or not, moderator or not, enabled or not. */
import type { AgentRow } from "@parley/contract/agents";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessAgentToChange, checkNotLastAdmin } from "../../people/agents/access.ts";
import { readDepartments } from "../../people/agents/departments.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { writeAgent } from "../../people/agents/write.ts";
import { endSessions } from "../../sign-in/session/session.ts";
import { releaseTickets } from "../tickets/release.ts";

type Live = Pick<Context, "live">;

/**
 * Makes an agent an administrator or an ordinary agent, who releases the tickets they no longer see. Ends their
 * sessions, which carry the role.
 */
export async function switchAdmin(live: Live, scope: Scope<AgentActor>, id: string): Promise<AgentRow> {
  const agent = await accessOther(scope, id);
  const willBeAdmin = agent.role !== "admin";
  if (!willBeAdmin) await checkNotLastAdmin(scope, agent);
  await writeAgent(scope, agent.id, { role: willBeAdmin ? "admin" : null });
  await endSessions(live, scope, { agentId: agent.id }, "role_changed");
  if (!willBeAdmin)
    await releaseTickets(scope, agent.id, { exceptIn: await readDepartments(scope, agent.id) });
  return recordSwitch(scope, willBeAdmin ? "agent_make_admin" : "agent_unmake_admin", agent);
}

/**
 * Makes an agent a moderator, or an ordinary agent again, who releases the tickets they no longer see. An administrator
 * becomes a moderator. Ends their sessions, which carry the role.
 */
export async function switchModerator(live: Live, scope: Scope<AgentActor>, id: string): Promise<AgentRow> {
  const agent = await accessOther(scope, id);
  const willBeModerator = agent.role !== "moderator";
  if (willBeModerator) await checkNotLastAdmin(scope, agent);
  await writeAgent(scope, agent.id, { role: willBeModerator ? "moderator" : null });
  await endSessions(live, scope, { agentId: agent.id }, "role_changed");
  if (!willBeModerator)
    await releaseTickets(scope, agent.id, { exceptIn: await readDepartments(scope, agent.id) });
  return recordSwitch(scope, willBeModerator ? "agent_make_moderator" : "agent_unmake_moderator", agent);
}

/**
 * Disables an agent, which ends their sessions and releases their open tickets, or enables them again. 409 for one whose
 * department was deleted meanwhile.
 */
export async function switchDisabled(
  live: Live,
  scope: Scope<AgentActor>,
  id: string,
): Promise<AgentRow & { released_tickets: number }> {
  const agent = await accessOther(scope, id);
  const disables = agent.disabled_on === null;
  if (disables) await checkNotLastAdmin(scope, agent);
  else await checkDepartment(scope, agent.department_id);
  await writeAgent(scope, agent.id, {
    disabled_on: disables ? scope.now : null,
    disabled_by: disables ? scope.actor.id : null,
  });
  if (disables) await endSessions(live, scope, { agentId: agent.id }, "disabled");
  const released_tickets = disables ? await releaseTickets(scope, agent.id) : 0;
  return {
    ...(await recordSwitch(scope, disables ? "agent_disable" : "agent_enable", agent)),
    released_tickets,
  };
}

async function checkDepartment(scope: Scope, id: string): Promise<void> {
  const department = await scope.db
    .selectFrom("department")
    .select("deleted_on")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirstOrThrow();
  if (department.deleted_on) throw conflict("conflict", "department_of_agent_deleted");
}

async function accessOther(scope: Scope<AgentActor>, id: string) {
  const agent = await accessAgentToChange(scope, id);
  if (agent.id === scope.actor.id) throw forbidden("own_role");
  return agent;
}

type Switch =
  | "agent_make_admin"
  | "agent_unmake_admin"
  | "agent_make_moderator"
  | "agent_unmake_moderator"
  | "agent_disable"
  | "agent_enable";

async function recordSwitch(
  scope: Scope,
  kind: Switch,
  agent: { id: string; first_name: string; last_name: string },
): Promise<AgentRow> {
  const row = await viewAgentRow(scope, agent.id);
  await record(scope, { kind, subject: agent.id, name: agentName(agent), facts: {}, inHand: { row } });
  return row;
}
