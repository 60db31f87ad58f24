/** The two switches of the agent table: administrator or not, enabled or not. */
import type { AgentRow } from "@parley/contract/agents";
import { recordAudit } from "../audit/record.ts";
import { endSessions } from "../auth/session.ts";
import type { Context } from "../context.ts";
import type { AgentActor, Scope } from "../database/scope.ts";
import { forbidden } from "../http/errors.ts";
import { releaseTickets } from "../tickets/release.ts";
import { accessAgentToChange, checkNotLastAdmin } from "./access.ts";
import { publishAgent } from "./publish.ts";
import { agentName } from "./view.ts";
import { writeAgent } from "./write.ts";

type Live = Pick<Context, "live">;

/**
 * Makes an agent an administrator, or an ordinary agent again, who gives up what they no longer see. Their sessions end:
 * rights are given at sign-in.
 */
export async function switchAdmin(live: Live, scope: Scope<AgentActor>, id: string): Promise<AgentRow> {
  const agent = await accessOther(scope, id);
  const becomes = agent.role !== "admin";
  if (!becomes) await checkNotLastAdmin(scope, agent);
  await writeAgent(scope, agent.id, { role: becomes ? "admin" : null });
  await endSessions(live, scope, { agentId: agent.id });
  if (!becomes) await releaseTickets(live, scope, agent.id, { exceptIn: agent.department_id });
  await recordAudit(scope, becomes ? "agent_make_admin" : "agent_unmake_admin", subject(agent));
  return publishAgent(scope, agent.id);
}

/** Disables an agent, who is out at once and whose open tickets wait for somebody else, or enables them again. */
export async function switchDisabled(live: Live, scope: Scope<AgentActor>, id: string): Promise<AgentRow> {
  const agent = await accessOther(scope, id);
  const disables = agent.disabled_on === null;
  if (disables) await checkNotLastAdmin(scope, agent);
  await writeAgent(scope, agent.id, {
    disabled_on: disables ? scope.now : null,
    disabled_by: disables ? scope.actor.id : null,
  });
  if (disables) {
    await endSessions(live, scope, { agentId: agent.id });
    await releaseTickets(live, scope, agent.id);
  }
  await recordAudit(scope, disables ? "agent_disable" : "agent_enable", subject(agent));
  return publishAgent(scope, agent.id);
}

async function accessOther(scope: Scope<AgentActor>, id: string) {
  const agent = await accessAgentToChange(scope, id);
  if (agent.id === scope.actor.id) throw forbidden("You cannot change your own role or state.");
  return agent;
}

const subject = (agent: { id: string; first_name: string; last_name: string }) =>
  ({ type: "agent", id: agent.id, name: agentName(agent) }) as const;
