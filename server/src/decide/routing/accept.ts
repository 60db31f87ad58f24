import { isAgents } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import { acceptTicket } from "../../support/tickets/accept.ts";

/** Makes the agent the handler of a locked ticket that is offered to them; every other ticket stays as it is. */
export async function acceptOffered(scope: Scope, ticket: TicketRow): Promise<TicketRow> {
  if (ticket.handler_id || ticket.closed_on || !isAgents(scope)) return ticket;
  const offer = await scope.db
    .selectFrom("ticket_offer")
    .select("turn")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("agent_id", "=", scope.actor.id)
    .where("ended_on", "is", null)
    .executeTakeFirst();
  if (!offer) return ticket;
  await acceptTicket(scope, ticket.id);
  return (await lockTicket(scope, ticket.id)) ?? ticket;
}
