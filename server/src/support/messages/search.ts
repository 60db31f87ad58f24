import { limits } from "@parley/contract/limits";
import type { SearchResult } from "@parley/contract/messages";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { isMerged, membersOf, placesOf } from "../ticket/merged.ts";

/**
 * The newest messages of a ticket, and of those that are merged with it, that contain a keyword in their text or caption, case and accents folded. The look-up uses
 * a function, because under a row-level policy the trigram index is not used; the rows themselves are read under it.
 */
export async function searchMessages(
  scope: Scope,
  ticket: TicketRow,
  keyword: string,
): Promise<SearchResult[]> {
  const merged = isMerged(ticket);
  const found = sql<boolean>`(message.ticket_id, message.seq) in (select one, hit.seq
    from unnest(${merged ? membersOf(ticket) : [ticket.id]}::uuid[]) one
    cross join lateral search_messages(${scope.companyId}::uuid, one, ${keyword}::text,
      ${limits.searchResults}::integer) hit(seq))`;
  const rows = await scope.db
    .selectFrom("message")
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "message.company_id").onRef("agent.id", "=", "message.agent_id"),
    )
    .select(["message.id", "message.seq", "message.created_on", "message.type", "message.content"])
    .select(["message.caption", "message.is_agent", "agent.first_name", "agent.last_name"])
    .where("message.company_id", "=", scope.companyId)
    .where(found)
    .orderBy("message.created_on", "desc")
    .orderBy("message.ticket_id", "desc")
    .limit(limits.searchResults)
    .execute();
  const ids = rows.map(({ id }) => id);
  const places = merged ? await placesOf(scope, ticket, ids) : null;
  return rows.map((row) => ({
    messageid: row.id,
    ticketid: ticket.id,
    seq: places?.get(row.id) ?? row.seq,
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
