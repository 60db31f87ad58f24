import { limits } from "@parley/contract/limits";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { appendNew, type MessageRow } from "../messages/append.ts";
import { viewMessage } from "../messages/view.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { viewSharedTicket } from "./view.ts";

/**
 * Rates a ticket: the client's first answer counts, and another only after the ticket was reopened and closed again, or
 * where it may be changed (`again`): then the line of the first is changed. Returns the rating that counts, or null
 * when the ticket is not this client's on this channel.
 */
export async function rateTicket(
  scope: Scope,
  ticketId: string,
  rating: number,
  clientExternalId: string,
  channelId: string,
  { again = false } = {},
): Promise<{ rating: number; first: boolean } | null> {
  if (!Number.isInteger(rating) || rating < 1 || rating > limits.maxRating) return null;
  const rated = await lockTicket(scope, ticketId);
  if (!rated || rated.client_external_id !== clientExternalId || rated.channel_id !== channelId) return null;
  // The target of a merged ticket is rated.
  const ticket = rated.merged_into ? await lockTicket(scope, rated.merged_into) : rated;
  if (!ticket) return null;
  const stands = ticket.rating !== null && !isAskedAgain(ticket);
  if (stands && (!again || ticket.rating === rating))
    return { rating: ticket.rating ?? rating, first: false };
  await scope.db
    .updateTable("ticket")
    .set({ rating, rated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  const message =
    (stands && (await changeLine(scope, ticket, rating))) || (await appendLine(scope, ticket, rating));
  await record(scope, {
    kind: "ticket_rating",
    subject: ticket.id,
    by: { kind: "client", id: ticket.client_id },
    facts: { client: ticket.client_id, agent: ticket.handler_id ?? ticket.closed_by, rating },
    inHand: {
      ticket: await viewSharedTicket(scope, ticket.id),
      line: await viewMessage(scope, message, ticket),
    },
  });
  return { rating, first: true };
}

async function appendLine(scope: Scope, ticket: TicketRow, rating: number): Promise<MessageRow> {
  const line = { type: "rating", content: String(rating), is_agent: false } as const;
  return (await appendNew(scope, ticket, line)).message;
}

/** Changes the newest line that shows the stars. */
async function changeLine(scope: Scope, ticket: TicketRow, rating: number): Promise<MessageRow | undefined> {
  return scope.db
    .updateTable("message")
    .set({ content: String(rating) })
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "=", (eb) =>
      eb
        .selectFrom("message as line")
        .select(({ fn }) => fn.max("line.seq").as("seq"))
        .where("line.company_id", "=", scope.companyId)
        .where("line.ticket_id", "=", ticket.id)
        .where("line.type", "=", "rating"),
    )
    .returningAll()
    .executeTakeFirst();
}

function isAskedAgain({ closed_on, rated_on, reopened_on }: TicketRow): boolean {
  return closed_on !== null && rated_on !== null && reopened_on !== null && rated_on < reopened_on;
}
