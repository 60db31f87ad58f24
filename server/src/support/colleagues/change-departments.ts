import { seesAllDepartments } from "@parley/contract/permissions";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import type { Changes } from "../../floor/ledger/event.ts";
import type { accessAgentToChange } from "../../people/agents/access.ts";
import { changeOfSight, readDepartments, writeDepartments } from "../../people/agents/departments.ts";
import { departmentNames, lockOpenDepartments } from "../../people/departments/pick.ts";
import { releaseTickets } from "../tickets/release.ts";

type Agent = Awaited<ReturnType<typeof accessAgentToChange>>;

/** The home department, and the ones that the agent sees beside it; undefined leaves those as they are. */
type Wanted = { home: string; further: string[] | undefined };

/** Locks what the agent is to see, to be called before anything is written. 404 for a department that is not there. */
export function lockWanted(scope: Scope, { home, further = [] }: Wanted): Promise<void> {
  return lockOpenDepartments(scope, [home, ...further]);
}

/**
 * Called when the home department has been written. The agent's sockets get their present rooms, and tickets that the
 * agent no longer sees are released. Returns what changed beside the home department, by the departments' names.
 */
export async function changeSight(
  { live }: Pick<Context, "live">,
  scope: Scope<AgentActor>,
  { agent, before, wanted: { home, further } }: { agent: Agent; before: string[]; wanted: Wanted },
): Promise<Changes> {
  if (further) await writeDepartments(scope, agent.id, [...new Set([home, ...further])]);
  const after = await readDepartments(scope, agent.id);
  if (before.join() === after.join()) return {};
  scope.afterCommit(() => live.refreshRooms(scope.companyId, agent.id));
  if (!seesAllDepartments(agent)) await releaseTickets(scope, agent.id, { exceptIn: after });
  const beside = before.filter((id) => id !== agent.department_id);
  return changeOfSight(await departmentNames(scope), home, beside, after);
}
