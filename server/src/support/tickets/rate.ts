import { limits } from "@parley/contract/limits";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { appendNew, type MessageRow } from "../messages/append.ts";
import { publishMessageUpdate } from "../messages/publish.ts";
import { recordByClient } from "../messages/record-change.ts";
import { viewMessage } from "../messages/view.ts";
import { lockTicket, type TicketRow } from "../ticket/access.ts";
import { viewSharedTicket } from "./view.ts";

/** `again`: another answer changes the first one. `words`: what the client says about the stars; empty removes it. */
type Options = { again?: boolean; words?: string | undefined };

/**
 * Rates a ticket: the client's first answer counts, and another only after the ticket was reopened and closed again, or
 * where it may be changed: then the line of the first is changed. Words may be added later. Returns the rating that
 * counts, or null when the ticket is not this client's on this channel.
 */
export async function rateTicket(
  scope: Scope,
  ticketId: string,
  rating: number,
  clientExternalId: string,
  channelId: string,
  { again = false, words }: Options = {},
): Promise<{ rating: number; first: boolean } | null> {
  if (!Number.isInteger(rating) || rating < 1 || rating > limits.maxRating) return null;
  const rated = await lockTicket(scope, ticketId);
  if (!rated || rated.client_external_id !== clientExternalId || rated.channel_id !== channelId) return null;
  // The target of a merged ticket is rated.
  const ticket = rated.merged_into ? await lockTicket(scope, rated.merged_into) : rated;
  if (!ticket) return null;
  const stands = ticket.rating !== null && !isAskedAgain(ticket);
  const line = stands ? await findLine(scope, ticket) : undefined;
  const said = line?.caption ?? null;
  const caption = words === undefined || (said !== null && !again) ? said : words || null;
  if (stands && (!again || ticket.rating === rating)) {
    if (line && said !== caption) await changeWords(scope, ticket, line, caption);
    return { rating: ticket.rating ?? rating, first: false };
  }
  await scope.db
    .updateTable("ticket")
    .set({ rating, rated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  const message = line
    ? await changeLine(scope, line, { content: String(rating), caption })
    : await appendLine(scope, ticket, rating, caption);
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

async function appendLine(
  scope: Scope,
  ticket: TicketRow,
  rating: number,
  caption: string | null,
): Promise<MessageRow> {
  const line = { type: "rating", content: String(rating), caption, is_agent: false } as const;
  return (await appendNew(scope, ticket, line)).message;
}

/** The newest line that shows the stars. */
const findLine = ({ db, companyId }: Scope, ticket: TicketRow): Promise<MessageRow | undefined> =>
  db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", ticket.id)
    .where("type", "=", "rating")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();

const changeLine = (
  { db, companyId }: Scope,
  line: MessageRow,
  change: Partial<Pick<MessageRow, "content" | "caption">>,
): Promise<MessageRow> =>
  db
    .updateTable("message")
    .set(change)
    .where("company_id", "=", companyId)
    .where("id", "=", line.id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function changeWords(scope: Scope, ticket: TicketRow, line: MessageRow, caption: string | null) {
  const changed = await changeLine(scope, line, { caption });
  await publishMessageUpdate(scope, ticket, changed, ["caption"]);
  await recordByClient(scope, ticket, changed, "message_edit");
}

function isAskedAgain({ closed_on, rated_on, reopened_on }: TicketRow): boolean {
  return closed_on !== null && rated_on !== null && reopened_on !== null && rated_on < reopened_on;
}
