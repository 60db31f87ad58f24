/** Reads of messages, each by the primary key of a ticket the caller has access to. */
import { limits } from "@parley/contract/limits";
import { typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MessageRow } from "./append.ts";
import type { Span } from "./slices.ts";

/** Messages in `seq` order. */
export const findSpan = (scope: Scope, ticketId: string, span: Span): Promise<MessageRow[]> =>
  lookUp(scope, spansOfTickets, { ticketId, ...span });

const spansOfTickets: Finder<Span & { ticketId: string }, MessageRow[]> = async (
  { db, companyId },
  spans,
) => {
  const tickets = spans.map(({ ticketId }) => ticketId);
  const first = spans.map(({ from }) => from);
  const last = spans.map(({ to }) => to);
  const { rows } = await sql<MessageRow & { place: number }>`select asked.place, m.*
    from unnest(${tickets}::uuid[], ${first}::integer[], ${last}::integer[])
      with ordinality asked (ticket_id, first, last, place)
    cross join lateral (
      select * from message
      where company_id = ${companyId} and ticket_id = asked.ticket_id and seq between asked.first and asked.last
      order by seq
      limit asked.last - asked.first + 1
    ) m`.execute(db);
  return byPlace(spans, rows);
};

/** Finds by id, and only within the company: the caller must compare the ticket. */
export function findMessage(scope: Scope, messageId: string): Promise<MessageRow | undefined> {
  return scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", messageId)
    .executeTakeFirst();
}

/** The newest client messages after a message, in `seq` order. */
export async function findNews(scope: Scope, ticketId: string, afterSeq: number): Promise<MessageRow[]> {
  const newest = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("seq", ">", afterSeq)
    .where("is_agent", "=", false)
    .where("type", "in", typesThat("countsAsUnread"))
    .orderBy("seq", "desc")
    .limit(limits.newsShown)
    .execute();
  return newest.reverse();
}

export function findMessageAt(
  scope: Scope,
  ticketId: string,
  createdOn: Date,
): Promise<MessageRow | undefined> {
  return scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("created_on", "=", createdOn)
    .executeTakeFirst();
}
