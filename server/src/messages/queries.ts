/** Reads of messages, each by the primary key of a ticket the caller has access to. */
import { limits } from "@parley/contract/limits";
import { typesThat } from "@parley/contract/timeline";
import type { Scope } from "../database/scope.ts";
import type { MessageRow } from "./append.ts";
import type { Span } from "./slices.ts";

/** In `seq` order. */
export function findSpan(scope: Scope, ticketId: string, { from, to }: Span): Promise<MessageRow[]> {
  return scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("seq", ">=", from)
    .where("seq", "<=", to)
    .orderBy("seq")
    .execute();
}

/** By id, and only within the company: a ticket has to be compared by the caller. */
export function findMessage(scope: Scope, messageId: string): Promise<MessageRow | undefined> {
  return scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", messageId)
    .executeTakeFirst();
}

/** The newest of what the client has written after a message, in `seq` order. */
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
