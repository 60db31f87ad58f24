import { limits } from "@parley/contract/limits";
import type { SearchResult } from "@parley/contract/messages";
import { sql } from "kysely";
import type { Scope } from "../database/scope.ts";
import type { TicketRow } from "./append.ts";

/**
 * A ticket's newest messages that hold a keyword in their text or caption, case and accents folded. The look-up goes
 * through a function, because beneath a row-level policy the trigram index is not used; the rows themselves come under it.
 */
export async function searchMessages(
  scope: Scope,
  ticket: TicketRow,
  keyword: string,
): Promise<SearchResult[]> {
  const found = sql<{ seq: number }>`(select search_messages(${scope.companyId}::uuid, ${ticket.id}::uuid,
    ${keyword}::text, ${limits.searchResults}::integer))`;
  const rows = await scope.db
    .selectFrom("message")
    .select(["id", "seq", "created_on", "type", "content", "caption", "is_agent"])
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticket.id)
    .where("seq", "in", found as never)
    .orderBy("seq", "desc")
    .execute();
  return rows.map((row) => ({
    messageid: row.id,
    ticketid: ticket.id,
    seq: row.seq,
    created_on: row.created_on.toISOString(),
    type: row.type,
    content: row.content || row.caption || "",
    isagent: row.is_agent,
  }));
}
