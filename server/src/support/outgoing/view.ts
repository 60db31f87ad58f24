/** Shapes texts that have not left for the wire. */
import type { Outgoing } from "@parley/contract/outgoing";
import type { Platform } from "@parley/contract/values";
import { sql } from "kysely";
import { filesById, viewFile } from "../../files/view.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { isOfTicket } from "../ticket/merged.ts";
import type { OutgoingRow } from "./rows.ts";

export async function viewOutgoing(scope: Scope, row: OutgoingRow): Promise<Outgoing> {
  const [view] = await viewAllOutgoing(scope, [row]);
  if (!view) throw new Error("A text went missing between its row and its view");
  return view;
}

/** Order is kept. */
export async function viewAllOutgoing(scope: Scope, rows: OutgoingRow[]): Promise<Outgoing[]> {
  if (rows.length === 0) return [];
  const tickets = await ticketsOf(scope, rows);
  const writers = await writersOf(scope, rows);
  const fileIds = rows.flatMap(({ file_id }) => file_id ?? []);
  const files = fileIds.length > 0 ? await filesById(scope, fileIds) : new Map();
  return rows.map((row) => {
    const ticket = tickets.get(row.ticket_id);
    if (!ticket) throw new Error("A text that has not left has a ticket");
    const isText = row.type === "text";
    return {
      messageid: row.id,
      ticketid: ticket.id,
      client_name: ticket.name,
      platform: ticket.platform,
      userid: row.agent_id,
      user_name: writers.get(row.agent_id) ?? "",
      created_on: row.created_on.toISOString(),
      type: row.type,
      content: isText ? row.content : "",
      caption: isText ? null : row.content || null,
      originalMessageId: row.original_id,
      held: row.held,
      due_on: row.due_on?.toISOString() ?? null,
      stopped_on: row.stopped_on?.toISOString() ?? null,
      reason: row.stopped_why,
      ...viewFile(scope, row.type, row.file_id ? files.get(row.file_id) : undefined),
    };
  });
}

async function ticketsOf({ db, companyId }: Scope, rows: OutgoingRow[]) {
  const ids = [...new Set(rows.map(({ ticket_id }) => ticket_id))];
  // A merged ticket's are those of its target.
  const { rows: found } = await sql<{ of: string; id: string; platform: Platform; name: string }>`
    select asked.of, ticket.id, ticket.platform, client.name from unnest(${ids}::uuid[]) asked(of)
    join ticket on ticket.company_id = ${companyId} and ${isOfTicket(sql`asked.of`)}
    join client on client.company_id = ticket.company_id and client.id = ticket.client_id`.execute(db);
  return new Map(found.map((ticket) => [ticket.of, ticket]));
}

async function writersOf({ db, companyId }: Scope, rows: OutgoingRow[]): Promise<Map<string, string>> {
  const found = await db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name"])
    .where("company_id", "=", companyId)
    .where("id", "in", [...new Set(rows.map(({ agent_id }) => agent_id))])
    .execute();
  return new Map(found.map((agent) => [agent.id, agentName(agent)]));
}
