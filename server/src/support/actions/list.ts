import { type ActionFilter, actionFilters } from "@parley/contract/action-filters";
import type { Action, ActionType } from "@parley/contract/actions";
import { limits } from "@parley/contract/limits";
import type { Departments } from "@parley/contract/permissions";
import type { Scope } from "../../floor/database/scope.ts";

type Whose = { agentId: string } | { clientId: string; departments: Departments };
type Page = { filter: ActionFilter; before?: number | undefined };

/**
 * A page of the actions of an agent or a client, newest first. An agent who sees one department sees a client's
 * actions on that department's tickets.
 */
export async function listActions(scope: Scope, whose: Whose, { filter, before }: Page): Promise<Action[]> {
  let query = scope.db
    .selectFrom("action")
    .select(["action.id", "action.type", "action.time", "action.ticket_id", "action.rating"])
    .where("action.company_id", "=", scope.companyId)
    .orderBy("action.id", "desc")
    .limit(limits.actionsPage);
  if ("agentId" in whose) query = query.where("action.agent_id", "=", whose.agentId);
  else {
    query = query.where("action.client_id", "=", whose.clientId);
    if (whose.departments !== "all") {
      query = query
        .innerJoin("ticket", (join) =>
          join
            .onRef("ticket.company_id", "=", "action.company_id")
            .onRef("ticket.id", "=", "action.ticket_id"),
        )
        .where("ticket.department_id", "in", whose.departments);
    }
  }
  if (filter !== "ALL")
    query = query.where("action.type", "in", actionFilters[filter] as readonly ActionType[]);
  if (before) query = query.where("action.id", "<", before);
  return (await query.execute()).map((row) => ({
    id: Number(row.id),
    action_type: row.type,
    action_time: row.time.toISOString(),
    ticketid: row.ticket_id,
    rating: row.rating,
  }));
}
