/** Reads of messages, each by the primary key of a ticket the caller has access to. */
import { limits } from "@parley/contract/limits";
import { isType, typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { idsInSpan, isMerged, type Merging, membersOf } from "../ticket/merged.ts";
import type { MessageRow } from "./append.ts";
import type { Span } from "./slices.ts";

/** Messages in the order of their numbers, which those of merged tickets have together. */
export const findSpan = (scope: Scope, ticket: Merging, span: Span): Promise<MessageRow[]> =>
  isMerged(ticket)
    ? findMergedSpan(scope, ticket, span)
    : lookUp(scope, spansOfTickets, { ticketId: ticket.id, ...span });

async function findMergedSpan(scope: Scope, ticket: Merging, span: Span): Promise<MessageRow[]> {
  const ids = await idsInSpan(scope, ticket, span);
  if (ids.length === 0) return [];
  const rows = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

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

/** The newest client messages after a message, in the order of their numbers. */
export async function findNews(scope: Scope, ticket: Merging, afterSeq: number): Promise<MessageRow[]> {
  if (isMerged(ticket)) {
    const span = await findMergedSpan(scope, ticket, { from: afterSeq + 1, to: 2 ** 31 - 1 });
    return span
      .filter(({ is_agent, type }) => !is_agent && isType(type, "countsAsUnread"))
      .slice(-limits.newsShown);
  }
  const newest = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", ">", afterSeq)
    .where("is_agent", "=", false)
    .where("type", "in", typesThat("countsAsUnread"))
    .orderBy("seq", "desc")
    .limit(limits.newsShown)
    .execute();
  return newest.reverse();
}

/** The newest messages of the client since a time, of a ticket and all that are merged with it. */
export async function findNewsSince(scope: Scope, ticket: Merging, since: Date): Promise<MessageRow[]> {
  const newest = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", membersOf(ticket))
    .where("created_on", ">", since)
    .where("is_agent", "=", false)
    .where("type", "in", typesThat("countsAsUnread"))
    .orderBy("created_on", "desc")
    .limit(limits.newsShown)
    .execute();
  return newest.reverse();
}

export function findMessageAt(
  scope: Scope,
  ticketIds: string[],
  createdOn: Date,
): Promise<MessageRow | undefined> {
  return scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", ticketIds)
    .where("created_on", "=", createdOn)
    .executeTakeFirst();
}
