import { limits } from "@parley/contract/limits";
import type { Scope } from "../database/scope.ts";
import { record } from "../ledger/record.ts";
import { appendNew } from "../messages/append.ts";
import { viewMessage } from "../messages/view.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { viewSharedTicket } from "./view.ts";

/**
 * Rates a ticket: the client's first answer counts, and another only after the ticket was reopened and closed again.
 * Returns the rating that stands, or null when the ticket is not this client's on this channel.
 */
export async function rateTicket(
  scope: Scope,
  ticketId: string,
  rating: number,
  clientExternalId: string,
  channelId: string,
): Promise<{ rating: number; first: boolean } | null> {
  if (!Number.isInteger(rating) || rating < 1 || rating > limits.maxRating) return null;
  const ticket = await lockTicket(scope, ticketId);
  if (!ticket || ticket.client_external_id !== clientExternalId || ticket.channel_id !== channelId)
    return null;
  if (ticket.rating !== null && !isAskedAgain(ticket)) return { rating: ticket.rating, first: false };
  await scope.db
    .updateTable("ticket")
    .set({ rating, rated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  const { message } = await appendNew(scope, ticket, {
    type: "rating",
    content: String(rating),
    is_agent: false,
  });
  await record(scope, {
    kind: "ticket_rating",
    subject: ticket.id,
    by: { kind: "client", id: ticket.client_id },
    facts: { client: ticket.client_id, agent: ticket.handler_id ?? ticket.closed_by, rating },
    inHand: { ticket: await viewSharedTicket(scope, ticket.id), line: await viewMessage(scope, message) },
  });
  return { rating, first: true };
}

function isAskedAgain({ closed_on, rated_on, reopened_on }: TicketRow): boolean {
  return closed_on !== null && rated_on !== null && reopened_on !== null && rated_on < reopened_on;
}
