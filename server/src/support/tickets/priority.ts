import type { Priority } from "@parley/contract/priorities";
import type { setTicketPriority as body, Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import { agentIdOf, type ChangingActor, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { viewTicket } from "./view.ts";

/** An agent who may close an open ticket may do so. */
export async function setTicketPriority(
  scope: Scope<ProgramActor>,
  { ticketid, priority }: z.output<typeof body>,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, ticketid, "close");
  return applyPriority(scope, ticket, priority);
}

/** The change, whatever the caller may do. */
export async function applyPriority(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  priority: Priority,
): Promise<Ticket> {
  if (ticket.priority === priority) return viewTicket(scope, ticket.id);
  await scope.db
    .updateTable("ticket")
    .set({ priority })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  const { unread, can, ...shared } = await viewTicket(scope, ticket.id);
  await record(scope, {
    kind: "ticket_priority",
    subject: ticket.id,
    facts: { client: ticket.client_id, agent: agentIdOf(scope.actor), from: ticket.priority, to: priority },
    inHand: { ticket: shared },
  });
  return { ...shared, unread, can };
}
