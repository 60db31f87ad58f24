/** Consoles hear of changed policies, and of tickets that are dated anew. */
import { audienceOf, rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { afterCommit } from "../../floor/ledger/subscribers.ts";
import { viewSharedTickets } from "../../support/tickets/view.ts";

const kinds = ["goal_create", "goal_update", "goal_order", "goal_delete"] as const;

export const goalsLive = afterCommit(kinds, (scope) =>
  scope.publish("rulesChanged", {}, [rooms.admins(scope.companyId)]),
);

export async function publishTickets(scope: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const ticket of await viewSharedTickets(scope, ids))
    scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid, ticket.ticketid));
}
