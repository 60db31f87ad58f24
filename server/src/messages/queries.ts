/** Reads of messages, each by the primary key of a ticket the caller has access to. */
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

export async function companyTimeZone(scope: Scope): Promise<string> {
  const company = await scope.db
    .selectFrom("company")
    .select("time_zone")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return company.time_zone;
}
