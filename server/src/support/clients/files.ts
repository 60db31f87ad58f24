/** The files of a client's messages, over all channels. */
import type { ClientFile } from "@parley/contract/client-panel";
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import type { FileRow } from "../../files/view.ts";
import { viewListed } from "../../files/view-list.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { accessTicket, visibleTo } from "../ticket/access.ts";
import { membersOf, placesOf } from "../ticket/merged.ts";

type Found = FileRow & {
  message_id: string;
  message_ticket_id: string;
  seq: number;
  of: ClientFile["of"];
  sent_on: Date;
  is_agent: boolean;
};

/** A page of those in tickets that the agent sees, newest first: those after the file `after`. Pictures within a mail's text are left out. */
export async function listClientFiles(
  scope: Scope,
  clientId: string,
  after: string | undefined,
): Promise<ClientFile[]> {
  const { db, companyId, actor } = scope;
  const tickets = db
    .selectFrom("ticket")
    .select(sql`unnest(ticket.id || ticket.merged_tickets)`.as("id"))
    .where("ticket.company_id", "=", companyId)
    .where("ticket.client_id", "=", clientId)
    .where(visibleTo(actor));
  const last = after && (await accessFile(scope, after));
  const behind = last
    ? sql`and (f.created_on, f.id) < (${last.created_on}::timestamptz, ${last.id}::uuid)`
    : sql``;
  const { rows } = await sql<Found>`
    select f.*, m.id as message_id, m.ticket_id as message_ticket_id, m.seq, m.type as of, m.created_on as sent_on, m.is_agent
    from file f cross join lateral (
      select id, ticket_id, seq, type, created_on, is_agent from message
      where company_id = f.company_id and file_id = f.id and ticket_id = f.ticket_id
      union all
      select m.id, m.ticket_id, m.seq, m.type, m.created_on, m.is_agent from message_file x
      join message m on m.company_id = x.company_id and m.id = x.message_id
      where x.company_id = f.company_id and x.file_id = f.id and m.ticket_id = f.ticket_id and not x.inline
      limit 1) m
    where f.company_id = ${companyId} and f.ticket_id in (${tickets}) and f.state = 'ready'
      and (f.copy_of is null or not exists (select from file o
        where o.company_id = f.company_id and o.id = f.copy_of and o.ticket_id in (${tickets})))
      ${behind}
    order by f.created_on desc, f.id desc
    limit ${limits.clientFilesPage}`.execute(db);
  return (await placed(scope, clientId, rows)).map((row) => view(scope, row));
}

/** A file of a merged ticket is shown in its target, at its number there. */
async function placed(scope: Scope, clientId: string, rows: Found[]): Promise<Found[]> {
  const targets = await scope.db
    .selectFrom("ticket")
    .select(["id", "merged_tickets"])
    .where("company_id", "=", scope.companyId)
    .where("client_id", "=", clientId)
    .where("merged_tickets", "is not", null)
    .execute();
  const places = new Map<string, Pick<Found, "message_ticket_id" | "seq">>();
  for (const target of targets) {
    const members = membersOf(target);
    const theirs = rows.filter(({ message_ticket_id: id }) => members.includes(id));
    const ids = theirs.map(({ message_id }) => message_id);
    for (const [id, seq] of await placesOf(scope, target, ids))
      places.set(id, { message_ticket_id: target.id, seq });
  }
  return rows.map((row) => ({ ...row, ...places.get(row.message_id) }));
}

async function accessFile(scope: Scope, id: string) {
  const file = await scope.db
    .selectFrom("file")
    .select(["id", "created_on", "ticket_id"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!file?.ticket_id) throw notFound();
  await accessTicket(scope, file.ticket_id, "see");
  return file;
}

function view(scope: Scope, file: Found): ClientFile {
  const { inline: _inline, state: _state, ...listed } = viewListed(scope, file, false);
  return {
    ...listed,
    messageid: file.message_id,
    ticketid: file.message_ticket_id,
    seq: file.seq,
    of: file.of,
    created_on: file.sent_on.toISOString(),
    isagent: file.is_agent,
  };
}
