import type { Context } from "../context.ts";
import type { Scope } from "../database/scope.ts";
import { publishReassigned } from "./publish.ts";
import { viewSharedTickets } from "./view.ts";

/**
 * The open tickets of an agent who has left wait to be accepted by somebody else. Of one who sees a single department
 * from now on, those of that department stay theirs.
 */
export async function releaseTickets(
  live: Pick<Context, "live">,
  scope: Scope,
  agentId: string,
  { exceptIn }: { exceptIn?: string } = {},
): Promise<void> {
  const theirs = scope.db
    .updateTable("ticket")
    .set({ handler_id: null, accepted_on: null, accepted_by: null })
    .where("company_id", "=", scope.companyId)
    .where("handler_id", "=", agentId)
    .where("closed_on", "is", null);
  const leaving = exceptIn ? theirs.where("department_id", "!=", exceptIn) : theirs;
  const released = await leaving.returning(["id", "department_id"]).execute();
  if (released.length === 0) return;
  const views = await viewSharedTickets(
    scope,
    released.map(({ id }) => id),
  );
  for (const ticket of views)
    publishReassigned(live, scope, { id: ticket.ticketid, department_id: ticket.departmentid }, ticket);
}
