/** A client's tickets, for a change of the client that shows on each of them. */
import type { Scope } from "../database/scope.ts";
import { audienceOf } from "../realtime/rooms.ts";
import { viewSharedTickets } from "./view.ts";

/**
 * The newest of the client's tickets by id. They stay as they are until the unit of work ends, so that what is told of
 * them is not older than what somebody else has told.
 */
export async function lockTicketsOfClient(scope: Scope, clientId: string, most: number): Promise<string[]> {
  const newest = scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("client_id", "=", clientId)
    .orderBy("created_on", "desc")
    .limit(most);
  const tickets = await scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "in", newest)
    .orderBy("id")
    .forUpdate()
    .execute();
  return tickets.map(({ id }) => id);
}

/** Tells everyone who may see one of these tickets how it is now. */
export async function publishTicketUpdates(scope: Scope, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const ticket of await viewSharedTickets(scope, ids)) {
    scope.publish("updateTicket", ticket, audienceOf(scope.companyId, ticket.departmentid));
  }
}
