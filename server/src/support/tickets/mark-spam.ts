/** Marking a ticket as spam, and removing the mark. */
import type { markSpam as markBody, Ticket, unmarkSpam as unmarkBody } from "@parley/contract/tickets";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { ensureBlocked, type Visitors } from "../client/block.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { isSpam, noSpam } from "../ticket/spam.ts";
import { closeLocked } from "./close.ts";
import { reopenTicket } from "./open.ts";
import { viewTicket } from "./view.ts";

/** An open ticket is closed silently. Marking it twice changes nothing. */
export async function markSpam(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  { ticketid, block = false }: z.output<typeof markBody>,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, ticketid, "spam");
  if (block) checkMayBlock(scope);
  const blocked = block && (await ensureBlocked(scope, visitors, ticket.client_id, true));
  if (isSpam(ticket)) return viewTicket(scope, ticket.id);
  const { closed_on } = ticket.closed_on ? ticket : await closeLocked(scope, ticket, { silently: true });
  // The clock of the process that closed it may be ahead.
  const spam_on = closed_on && closed_on > scope.now ? closed_on : scope.now;
  await change(scope, ticket, { spam_on, spam_by: scope.actor.id, spam_blocked: blocked });
  return recordMark(scope, "ticket_spam", ticket);
}

/** The ticket stays closed unless it is reopened. Only a client who was blocked with the mark is unblocked with it. */
export async function unmarkSpam(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  { ticketid, unblock = false, reopen = false }: z.output<typeof unmarkBody>,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, ticketid, "spam");
  if (unblock) checkMayBlock(scope);
  if (!isSpam(ticket)) return viewTicket(scope, ticket.id);
  if (unblock && ticket.spam_blocked) await ensureBlocked(scope, visitors, ticket.client_id, false);
  await change(scope, ticket, noSpam);
  await recordMark(scope, "ticket_not_spam", ticket);
  if (reopen) await reopenTicket(scope, { ...ticket, ...noSpam }, scope.actor);
  return viewTicket(scope, ticket.id);
}

function checkMayBlock({ actor }: Scope): void {
  if (!actor.abilities.has("manageClients")) throw forbidden("block_not_allowed");
}

function change(scope: Scope, { id }: TicketRow, values: Pick<TicketRow, keyof typeof noSpam>) {
  return scope.db
    .updateTable("ticket")
    .set(values)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
}

async function recordMark(
  scope: Scope<AgentActor>,
  kind: "ticket_spam" | "ticket_not_spam",
  { id: subject, client_id: client }: TicketRow,
): Promise<Ticket> {
  const viewed = await viewTicket(scope, subject);
  const { unread: _unread, can: _can, ...ticket } = viewed;
  const facts = { client, agent: scope.actor.id };
  await record(scope, { kind, subject, name: ticket.client_name, facts, inHand: { ticket } });
  return viewed;
}
