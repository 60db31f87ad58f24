/** The card of a ticket, from its messages and those of the tickets that are merged into it. */
import { typesThat } from "@parley/contract/timeline";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { type MessageRow, previewOf } from "./append.ts";

type Found = { shown: MessageRow | null; said: MessageRow | null; last_on: Date | null; waits: Date | null };

/**
 * Writes anew what `append_messages` keeps on a ticket: the last message that is shown, the client's last words, and since
 * when they wait. Needed where the messages that belong to a ticket change; its lock is held.
 */
export async function settleCard(scope: Scope, ticketId: string, members: string[]): Promise<void> {
  const { shown, said, last_on, waits } = await read(scope, members);
  await scope.db
    .updateTable("ticket")
    .set({
      last_message_on: last_on,
      last_message_type: shown?.type ?? null,
      last_message_content: shown && previewOf(shown),
      last_message_is_agent: shown?.is_agent ?? null,
      last_message_agent_id: shown?.agent_id ?? null,
      last_message_automatic: shown && shown.purpose !== null,
      last_message_author: shown?.has_mail ? await senderOfMail(scope, shown.id) : null,
      last_client_type: said?.type ?? null,
      last_client_content: said && previewOf(said),
      last_client_author: said?.has_mail && said.author !== null ? await senderOfMail(scope, said.id) : null,
      client_wrote_on: said?.created_on ?? null,
      client_waits_since: waits,
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .execute();
}

/** The sender as kept with a mail: the name, else the address. */
async function senderOfMail({ db, companyId }: Scope, messageId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(nullif(sender ->> 'name', ''), sender ->> 'address') as name from message_mail
    where company_id = ${companyId} and message_id = ${messageId}`.execute(db);
  return rows[0]?.name ?? null;
}

async function read({ db, companyId }: Scope, members: string[]): Promise<Found> {
  const newest = (which: ReturnType<typeof sql>) => sql`(select m.id from unnest(${members}::uuid[]) one
    cross join lateral (select x.id, x.created_on from message x
      where x.company_id = ${companyId} and x.ticket_id = one and ${which} order by x.seq desc limit 1) m
    order by m.created_on desc limit 1)`;
  const counted = sql`not x.is_agent and x.type = any(${typesThat("countsAsUnread")}::text[])`;
  const { rows } = await sql<{
    shown: string | null;
    said: string | null;
    last_on: Date | null;
    waits: Date | null;
  }>`
    select ${newest(sql`x.type = any(${typesThat("showsAsLast")}::text[])`)} as shown, ${newest(counted)} as said,
      (select max(x.created_on) from message x where x.company_id = ${companyId} and x.ticket_id = any(${members}::uuid[])) as last_on,
      (select min(x.created_on) from message x
        where x.company_id = ${companyId} and x.ticket_id = any(${members}::uuid[]) and ${counted}
          and x.created_on > coalesce((select max(a.created_on) from message a
            where a.company_id = ${companyId} and a.ticket_id = any(${members}::uuid[]) and a.is_agent and a.purpose is null),
            '-infinity')) as waits`.execute(db);
  const [ids] = rows;
  const wanted = [ids?.shown, ids?.said].filter((id) => id !== null && id !== undefined);
  const messages =
    wanted.length === 0
      ? []
      : await db
          .selectFrom("message")
          .selectAll()
          .where("company_id", "=", companyId)
          .where("id", "in", wanted)
          .execute();
  const find = (id: string | null | undefined) => messages.find((message) => message.id === id) ?? null;
  return {
    shown: find(ids?.shown),
    said: find(ids?.said),
    last_on: ids?.last_on ?? null,
    waits: ids?.waits ?? null,
  };
}
