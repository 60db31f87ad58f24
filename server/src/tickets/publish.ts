import type { HandlerChange } from "@parley/contract/events";
import type { SharedTicket } from "@parley/contract/tickets";
import type { Context } from "../context.ts";
import type { Scope } from "../database/scope.ts";
import type { TicketRow } from "../messages/append.ts";
import { audienceOf, rooms } from "../realtime/rooms.ts";
import { viewSharedTicket } from "./view.ts";

/** After the first message is appended, so that the list shows what the client wrote. */
export async function publishNewTicket(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "department_id">,
): Promise<void> {
  scope.publish(
    "newTicket",
    await viewSharedTicket(scope, ticket.id),
    audienceOf(scope.companyId, ticket.department_id),
  );
}

/** The whole ticket anew, for a change that no smaller event tells. */
export async function publishTicketUpdate(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "department_id">,
  more: { reopenTicket?: true } = {},
): Promise<void> {
  const shared = await viewSharedTicket(scope, ticket.id);
  scope.publish("updateTicket", { ...shared, ...more }, audienceOf(scope.companyId, ticket.department_id));
}

/** The ticket's handler as the smaller events tell of it. */
export function handlerOf(ticket: SharedTicket): HandlerChange {
  const { ticketid, userid, user_name, departmentid, department_name, accepted_on } = ticket;
  return { ticketid, userid, user_name, departmentid, department_name, accepted_on };
}

/**
 * Another handler, and perhaps another department: its agents see the ticket come, those of the old one see it go and
 * have it on screen no longer.
 */
export function publishReassigned(
  { live }: Pick<Context, "live">,
  scope: Scope,
  { id, department_id: old }: Pick<TicketRow, "id" | "department_id">,
  shared: SharedTicket,
): void {
  const { companyId } = scope;
  const audience = audienceOf(companyId, shared.departmentid);
  if (old === shared.departmentid) {
    scope.publish("newHandler", handlerOf(shared), audience);
    scope.publish("updateTicket", shared, audience);
    return;
  }
  const losing = rooms.department(companyId, old);
  scope.publish("newHandler", handlerOf(shared), [...audience, losing]);
  scope.publish("updateTicket", shared, audience);
  scope.publish("removeTicket", { ticketid: id }, [losing]);
  scope.afterCommit(() => live.leaveTicketView(companyId, id, losing));
}
