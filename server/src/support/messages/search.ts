import { limits } from "@parley/contract/limits";
import type { SearchResult } from "@parley/contract/messages";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";

/**
 * A ticket's newest messages that contain a keyword in their text or caption, case and accents folded. The look-up uses
 * a function, because under a row-level policy the trigram index is not used; the rows themselves are read under it.
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
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "message.company_id").onRef("agent.id", "=", "message.agent_id"),
    )
    .select(["message.id", "message.seq", "message.created_on", "message.type", "message.content"])
    .select(["message.caption", "message.is_agent", "agent.first_name", "agent.last_name"])
    .where("message.company_id", "=", scope.companyId)
    .where("message.ticket_id", "=", ticket.id)
    .where("message.seq", "in", found as never)
    .orderBy("message.seq", "desc")
    .execute();
  return rows.map((row) => ({
    messageid: row.id,
    ticketid: ticket.id,
    seq: row.seq,
    created_on: row.created_on.toISOString(),
    type: row.type,
    content: row.content || row.caption || "",
    isagent: row.is_agent,
    created_by_name: authorOf(row),
  }));
}

function authorOf({ first_name, last_name }: Record<"first_name" | "last_name", string | null>) {
  return first_name === null || last_name === null ? null : agentName({ first_name, last_name });
}
