import type { ExpressionBuilder } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, notFound } from "../../floor/errors/errors.ts";
import { ticketOfMessage } from "../messages/access.ts";
import { accessLocked, type TicketRow } from "../ticket/access.ts";
import { findOutgoing, type OutgoingRow } from "./rows.ts";

/** Selects the agent's own texts; for an administrator also those of agents who have left. */
export const ofAgent =
  ({ id, abilities }: AgentActor) =>
  (eb: ExpressionBuilder<Database, "outgoing">) => {
    const own = eb("outgoing.agent_id", "=", id);
    if (!abilities.has("manageAgents")) return own;
    const left = eb
      .selectFrom("agent")
      .select("agent.id")
      .whereRef("agent.company_id", "=", "outgoing.company_id")
      .where("agent.disabled_on", "is not", null);
    return eb.or([own, eb("outgoing.agent_id", "in", left)]);
  };

/**
 * A text that has not left, with its ticket locked. Refuses with 404 one of a ticket that the agent does not see, with
 * 409 one that has left or was taken back.
 */
export async function accessOutgoing(
  scope: Scope<AgentActor>,
  id: string,
): Promise<{ ticket: TicketRow; row: OutgoingRow }> {
  return present(scope, await lockPlace(scope, id), id);
}

/** The ticket of a text or of the message that it has become, locked. */
export async function lockPlace(scope: Scope<AgentActor>, id: string): Promise<TicketRow> {
  const ticketId = (await findOutgoing(scope, id))?.ticket_id ?? (await ticketOfMessage(scope, id));
  if (!ticketId) throw notFound();
  return accessLocked(scope, ticketId);
}

async function present(
  scope: Scope,
  ticket: TicketRow,
  id: string,
): Promise<{ ticket: TicketRow; row: OutgoingRow }> {
  const row = await findOutgoing(scope, id);
  if (!row) throw conflict("conflict", "outgoing_left");
  if (row.dropped_on) throw conflict("conflict", "outgoing_dropped");
  return { ticket, row };
}

/** One of the agent's own. */
export async function accessOwn(scope: Scope<AgentActor>, id: string) {
  const found = await accessOutgoing(scope, id);
  if (found.row.agent_id !== scope.actor.id) throw forbidden("outgoing_of_another");
  return found;
}
