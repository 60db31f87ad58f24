import { limits } from "@parley/contract/limits";
import type { Scope } from "../database/scope.ts";
import { appendNew, lockTicket, type TicketRow } from "../messages/append.ts";
import { publishNewMessage } from "../messages/publish.ts";
import { notify } from "../notifications/notify.ts";
import { recordAction } from "./action.ts";
import { publishTicketUpdate } from "./publish.ts";
import { viewSharedTicket } from "./view.ts";

/**
 * A client's answer to the rating question: the first one counts, and another only after the ticket was reopened and
 * closed again. Answers the rating that stands, or null when the ticket is not this client's on this channel.
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
  const { ticket: rated, message } = await appendNew(scope, ticket, {
    type: "rating",
    content: String(rating),
    is_agent: false,
  });
  const handledBy = ticket.handler_id ?? ticket.closed_by;
  await recordAction(scope, rated, "ticket_rating", { agent_id: handledBy, rating });
  await publishTicketUpdate(scope, rated);
  await publishNewMessage(scope, rated, message);
  if (handledBy) {
    const { client_name } = await viewSharedTicket(scope, ticket.id);
    await notify(scope, handledBy, { type: "rating", name: client_name, ticket: rated });
  }
  return { rating, first: true };
}

function isAskedAgain({ closed_on, rated_on, reopened_on }: TicketRow): boolean {
  return closed_on !== null && rated_on !== null && reopened_on !== null && rated_on < reopened_on;
}
