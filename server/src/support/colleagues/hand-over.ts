import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { accessAgent } from "../../people/agents/access.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { changeDepartment, reassignUser } from "../tickets/reassign.ts";

/** The number of tickets of one call. */
const atOnce = 100;

type To = { userid: string; newDepartment: string | null; newUser: string | null };

/**
 * Gives the tickets that an agent released when they were last disabled, and that still wait, to a department, to a
 * colleague, or back to the agent who is enabled again.
 */
export async function handOver(
  scope: Scope<AgentActor>,
  { userid, newDepartment, newUser }: To,
): Promise<{ moved: number; left: boolean }> {
  const agent = await accessAgent(scope, userid);
  if (newDepartment) await lockOpenDepartment(scope, newDepartment);
  if (newUser) await accessAgent(scope, newUser);
  const waiting = await listReleased(scope, agent.id, newUser ? null : newDepartment);
  const now = waiting.slice(0, atOnce);
  for (const ticket of now) {
    const to = { ticketid: ticket.id, newDepartment: newDepartment ?? ticket.department_id };
    if (newUser) await reassignUser(scope, { ...to, newUser });
    else await changeDepartment(scope, to);
  }
  return { moved: now.length, left: waiting.length > atOnce };
}

/** Oldest first, one more than one call moves. Tickets that are already in their target department are left out. */
async function listReleased(scope: Scope, agentId: string, department: string | null) {
  const waits = scope.db
    .selectFrom("ticket")
    .select(["ticket.id", "ticket.department_id"])
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.closed_on", "is", null)
    .where("ticket.handler_id", "is", null)
    .where(
      sql<boolean>`exists (
        select from event released
        where released.company_id = ticket.company_id and released.subject_type = 'ticket'
          and released.subject_id = ticket.id and released.kind = 'ticket_release'
          and released.facts ->> 'from_handler' = ${agentId}
          and released.time = (
            select disabled.time from event disabled
            where disabled.company_id = ${scope.companyId} and disabled.subject_type = 'agent'
              and disabled.subject_id = ${agentId} and disabled.kind = 'agent_disable'
            order by disabled.number desc limit 1)
          and not exists (
            select from event later
            where later.company_id = ticket.company_id and later.subject_type = 'ticket'
              and later.subject_id = ticket.id and later.number > released.number
              and later.kind in ('ticket_accept', 'ticket_reassign', 'ticket_reopen')))`,
    )
    .orderBy("ticket.created_on")
    .limit(atOnce + 1);
  return (department ? waits.where("ticket.department_id", "!=", department) : waits).execute();
}
