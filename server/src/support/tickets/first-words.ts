/** Says what a ticket is about, for a line of it. */
import { limits } from "@parley/contract/limits";
import type { SharedTicket, TicketLine } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";

/** The text is looked for among so many messages. */
const searched = 20;

/** One look-up for all; the client's first text before an agent's. */
export async function withFirstWords(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  tickets: SharedTicket[],
): Promise<TicketLine[]> {
  if (tickets.length === 0) return [];
  const ids = tickets.map(({ ticketid }) => ticketid);
  const { rows } = await sql<{ id: string; words: string }>`
    select t.id, left(m.content, ${limits.firstWords}) as words from unnest(${ids}::uuid[]) t(id)
    cross join lateral (
      select content from message
      where company_id = ${companyId} and ticket_id = t.id and seq <= ${searched}
        and type = 'text' and purpose is null and content <> ''
      order by is_agent, seq limit 1) m`.execute(db);
  const words = new Map(rows.map((row) => [row.id, row.words]));
  return tickets.map((ticket) => {
    const first_words = words.get(ticket.ticketid);
    return { ...ticket, ...(first_words && { first_words }) };
  });
}
