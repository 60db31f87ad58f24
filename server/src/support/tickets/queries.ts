/** Reads of tickets. Every one starts from `selectTickets` or `shownTickets`, so a ticket has one shape wherever it is shown. */

import { limits } from "@parley/contract/limits";
import type { Departments } from "@parley/contract/permissions";
import type { Expression, ExpressionBuilder, Selectable } from "kysely";
import { type RawBuilder, sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { Database, TicketReadTable, TicketTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { valuesOf } from "../fields/rows.ts";
import { tagsOf } from "../tags/rows.ts";
import { visibleTo } from "../ticket/access.ts";
import { sightedBy } from "../ticket/sight.ts";

/** A ticket with the names that are shown beside it. */
export type ListedTicket = Selectable<TicketTable> & {
  short_id: string;
  client_name: string;
  client_picture: string | null;
  account_number: string | null;
  department_name: string;
  channel_name: string;
  channel_removed_on: Date | null;
  handler_first_name: string | null;
  handler_last_name: string | null;
  writer_first_name: string | null;
  writer_last_name: string | null;
  /** True if an agent's message could not be sent. */
  failed: boolean;
  /** Ids by commas, and values as `readValues` reads them: of the ticket, of its client, and of the client's organisation. */
  tag_ids: string | null;
  client_tag_ids: string | null;
  field_values: string | null;
  client_field_values: string | null;
  organisation_id: string | null;
  organisation_field_values: string | null;
  /** The numbers of the tickets that were merged into it. */
  merged_numbers: MergedNumbers | null;
};

type MergedNumbers = {
  last_seq: number;
  client_messages: number;
  seen: number;
  failed: boolean;
  reply_window_until: string | null;
};

/** The numbers of a ticket are those of all that were merged into it, too. */
export function withNumbers<Row extends ListedTicket & { seen?: number | null }>(ticket: Row): Row {
  const { merged_numbers: merged, reply_window_until } = ticket;
  if (!merged) return ticket;
  return {
    ...ticket,
    last_seq: ticket.last_seq + merged.last_seq,
    client_messages: ticket.client_messages + merged.client_messages,
    failed: ticket.failed || merged.failed,
    reply_window_until: merged.reply_window_until ? new Date(merged.reply_window_until) : reply_window_until,
    ...("seen" in ticket && { seen: (ticket.seen ?? 0) + merged.seen }),
  };
}

type Reader = string | null | RawBuilder<unknown>;

/** Asked only of the few tickets into which others were merged. */
const numbersOf = (company: RawBuilder<unknown>, ticket: RawBuilder<unknown>, reader: Reader) =>
  sql<MergedNumbers | null>`case when (${ticket}).merged_tickets is not null
    then merged_numbers(${company}, (${ticket}).id, (${ticket}).merged_tickets, ${reader}) end`;

/** Adds the number of the client's messages that the asking agent has seen. */
export type ReadTicket = ListedTicket & { seen: number | null };

export function selectTickets(scope: Pick<Scope, "db" | "companyId">, reader: string | null = null) {
  return scope.db
    .selectFrom("ticket")
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "ticket.company_id")
        .onRef("department.id", "=", "ticket.department_id"),
    )
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.company_id", "=", "ticket.company_id")
        .onRef("channel.id", "=", "ticket.channel_id"),
    )
    .leftJoin("agent as handler", (join) =>
      join
        .onRef("handler.company_id", "=", "ticket.company_id")
        .onRef("handler.id", "=", "ticket.handler_id"),
    )
    .leftJoin("agent as writer", (join) =>
      join
        .onRef("writer.company_id", "=", "ticket.company_id")
        .onRef("writer.id", "=", "ticket.last_message_agent_id"),
    )
    .selectAll("ticket")
    .select(["client.short_id", "client.name as client_name", "client.account_number"])
    .select(["client.picture as client_picture", "client.organisation_id"])
    .select(["department.name as department_name"])
    .select(["channel.name as channel_name", "channel.removed_on as channel_removed_on"])
    .select(["handler.first_name as handler_first_name", "handler.last_name as handler_last_name"])
    .select(["writer.first_name as writer_first_name", "writer.last_name as writer_last_name"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("failed_message")
            .select(eb.lit(1).as("one"))
            .whereRef("failed_message.company_id", "=", "ticket.company_id")
            .whereRef("failed_message.ticket_id", "=", "ticket.id"),
        )
        .$castTo<boolean>()
        .as("failed"),
    )
    .select(markColumns(scope.companyId))
    .select(numbersOf(sql`ticket.company_id`, sql`ticket`, reader).as("merged_numbers"))
    .where("ticket.company_id", "=", scope.companyId);
}

/** Tags and values of many tickets and of their clients; `shown_tickets` reads those of a few. */
const markColumns = (companyId: string) => [
  tagsOf("ticket", companyId, sql`ticket.id`).as("tag_ids"),
  tagsOf("client", companyId, sql`ticket.client_id`).as("client_tag_ids"),
  valuesOf("ticket", companyId, sql`ticket.id`).as("field_values"),
  valuesOf("client", companyId, sql`ticket.client_id`).as("client_field_values"),
  valuesOf("organisation", companyId, sql`client.organisation_id`).as("organisation_field_values"),
];

function selectReadTickets(scope: Scope) {
  return selectTickets(scope, scope.actor.id)
    .leftJoin("ticket_read", (join) =>
      join
        .onRef("ticket_read.company_id", "=", "ticket.company_id")
        .onRef("ticket_read.ticket_id", "=", "ticket.id")
        .on("ticket_read.agent_id", "=", scope.actor.id),
    )
    .select("ticket_read.client_messages as seen");
}

/** Reads a few tickets with a generic plan (see migration 050); many are read faster by `selectTickets`. */
export async function shownTickets(
  { db, companyId, actor }: Scope,
  ids: Expression<string[]>,
  order = sql``,
): Promise<ReadTicket[]> {
  const { rows } = await sql<ReadTicket>`select ${shownColumns(actor.id)}
    from shown_tickets(${companyId}, ${ids}, ${actor.id}) t ${order}`.execute(db);
  return rows.map(withNumbers);
}

const shownColumns = (
  reader: Reader,
) => sql`(t.ticket).*, t.short_id, t.client_name, t.client_picture, t.account_number, t.department_name,
  t.channel_name, t.channel_removed_on, t.handler_first_name, t.handler_last_name,
  t.writer_first_name, t.writer_last_name, t.failed, t.seen,
  t.tag_ids, t.client_tag_ids, t.field_values, t.client_field_values, t.organisation_id, t.organisation_field_values,
  ${numbersOf(sql`(t.ticket).company_id`, sql`t.ticket`, reader)} as merged_numbers`;

export const theseIds = (ids: string[]) => sql<string[]>`${ids}::uuid[]`;

/** It finds a ticket for an agent who had access, also one they have just reassigned out of their sight. */
export function findTicket(scope: Scope, ticketId: string): Promise<ReadTicket | undefined> {
  return lookUp(scope, shownToReaders, { ticketId, readerId: scope.actor.id });
}

type Shown = { ticketId: string; readerId: string | null };

const shownToReaders: Finder<Shown, ReadTicket | undefined> = async ({ db, companyId }, asked) => {
  const tickets = asked.map(({ ticketId }) => ticketId);
  const readers = asked.map(({ readerId }) => readerId);
  const { rows } = await sql<
    ReadTicket & { place: number }
  >`select asked.place, ${shownColumns(sql`asked.reader_id`)}
    from unnest(${tickets}::uuid[], ${readers}::uuid[]) with ordinality asked (ticket_id, reader_id, place)
    cross join lateral shown_tickets(${companyId}, array[asked.ticket_id], asked.reader_id) t`.execute(db);
  return byPlace(asked, rows.map(withNumbers)).map(([ticket]) => ticket);
};

/** Open tickets, newest activity first: all, or a page that is cut before anything is joined to it. */
export async function findOpenTickets(
  scope: Scope,
  { limit, after }: { limit?: number | undefined; after?: { id: string; updated_on: Date } | undefined } = {},
): Promise<ReadTicket[]> {
  let page = scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.closed_on", "is", null)
    .where(visibleTo(scope.actor))
    .orderBy("ticket.updated_on", "desc")
    .orderBy("ticket.id");
  if (after) page = page.where(behind("ticket.updated_on", after.updated_on, after.id));
  if (limit) return shownTickets(scope, idsOf(page.limit(limit)), newestFirst("updated_on"));
  const open = selectReadTickets(scope)
    .where(visibleTo(scope.actor))
    .where("ticket.closed_on", "is", null)
    .orderBy("ticket.updated_on", "desc")
    .orderBy("ticket.id");
  const rows = await (after ? open.where("ticket.id", "in", page) : open).execute();
  return rows.map(withNumbers);
}

/** Open tickets that the agent sees by a mention alone, newest activity first. They are in no list of departments. */
export async function findMentionedTickets(scope: Scope): Promise<ReadTicket[]> {
  const mentioned = selectMentioned(scope);
  return mentioned ? shownTickets(scope, idsOf(mentioned), newestFirst("updated_on")) : [];
}

export async function findMentionedIds(scope: Scope): Promise<string[]> {
  const rows = await selectMentioned(scope)?.execute();
  return (rows ?? []).map(({ id }) => id);
}

function selectMentioned(scope: Scope) {
  const sighted = sightedBy(scope, scope.actor);
  const { departments } = scope.actor;
  if (!sighted || departments === "all") return null;
  return scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.id", "in", sighted)
    .where("ticket.closed_on", "is", null)
    .where("ticket.department_id", "not in", departments)
    .orderBy("ticket.updated_on", "desc")
    .orderBy("ticket.id")
    .limit(limits.mentionedTickets);
}

/** All open tickets of some departments, newest activity first. */
export async function findAllOpen(
  scope: Pick<Scope, "db" | "companyId">,
  departments: Departments,
): Promise<ListedTicket[]> {
  const rows = await selectTickets(scope)
    .where("ticket.closed_on", "is", null)
    .where(visibleTo({ departments }))
    .orderBy("ticket.updated_on", "desc")
    .orderBy("ticket.id")
    .execute();
  return rows.map(withNumbers);
}

type Sight = { readers: { id: string }[]; tickets: Pick<ListedTicket, "id" | "merged_tickets">[] };

/**
 * The number of client messages that each reader has seen of the tickets listed with them, and of those that were merged into
 * them: by reader, then by ticket.
 */
export async function findSeen(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  sights: Sight[],
): Promise<Map<string, Map<string, number>>> {
  const asked = sights.map(({ readers, tickets }) => ({
    readers: readers.map(({ id }) => id),
    tickets: tickets.flatMap(({ id, merged_tickets }) => [id, ...(merged_tickets ?? [])]),
  }));
  const targets = new Map(
    sights.flatMap(({ tickets }) =>
      tickets.flatMap(({ id, merged_tickets }) =>
        (merged_tickets ?? []).map((merged) => [merged, id] as const),
      ),
    ),
  );
  const { rows } = await sql<Pick<Selectable<TicketReadTable>, "agent_id" | "ticket_id" | "client_messages">>`
    select r.agent_id, r.ticket_id, r.client_messages
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) asked (readers uuid[], tickets uuid[])
    cross join lateral (
      select * from ticket_read
      where company_id = ${companyId} and agent_id = any(asked.readers) and ticket_id = any(asked.tickets)
    ) r`.execute(db);
  const byReader = Map.groupBy(rows, ({ agent_id }) => agent_id);
  return new Map([...byReader].map(([id, seen]) => [id, sumByTicket(seen, targets)]));
}

function sumByTicket(
  seen: { ticket_id: string; client_messages: number }[],
  targets: Map<string, string>,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { ticket_id, client_messages } of seen) {
    const id = targets.get(ticket_id) ?? ticket_id;
    sums.set(id, (sums.get(id) ?? 0) + client_messages);
  }
  return sums;
}

const idsOf = (page: Expression<{ id: string }>) => sql<string[]>`array(${page})`;

const newestFirst = (column: "closed_on" | "updated_on") =>
  sql`order by (t.ticket).${sql.ref(column)} desc, (t.ticket).id`;

/**
 * The position where a page of closed tickets begins: after an offset, or after a ticket, at the same cost on every
 * page.
 */
export type ClosedFrom = { offset: number } | { id: string; closed_on: Date };

/** Ten closed tickets, newest first. The page is cut from an index before anything is joined to it. */
export async function findClosedTickets(scope: Scope, from: ClosedFrom): Promise<ReadTicket[]> {
  const first = scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.closed_on", "is not", null)
    .where(visibleTo(scope.actor))
    .orderBy("ticket.closed_on", "desc")
    .orderBy("ticket.id")
    .limit(limits.closedTicketsPage);
  const page =
    "offset" in from
      ? first.offset(from.offset)
      : first.where(behind("ticket.closed_on", from.closed_on, from.id));
  return shownTickets(scope, idsOf(page), newestFirst("closed_on"));
}

function behind(column: "ticket.closed_on" | "ticket.updated_on", time: Date, id: string) {
  return (eb: ExpressionBuilder<Database, "ticket">) =>
    eb.and([eb(column, "<=", time), eb.or([eb(column, "<", time), eb("ticket.id", ">", id)])]);
}

/**
 * Calls a function that takes company and departments explicitly: under a row-level policy the planner would not use
 * the trigram indexes. The few tickets that the agent sees by a mention come from a second query.
 */
export function searchTickets(
  scope: Scope,
  keyword: string,
  state: "open" | "closed",
): Promise<ReadTicket[]> {
  const departments = scope.actor.departments === "all" ? null : scope.actor.departments;
  const found = sql<string[]>`array(select search_tickets(${scope.companyId}::uuid, ${departments}::uuid[],
    ${keyword}::text, ${state === "closed"}::boolean, ${limits.searchResults}::integer))`;
  const sighted = state === "open" ? foundInSight(scope, keyword) : null;
  const ids = sighted ? sql<string[]>`${found} || ${sighted}` : found;
  return shownTickets(scope, ids, newestFirst(state === "closed" ? "closed_on" : "updated_on"));
}

/** The sighted tickets that match by their client, by their id's beginning or by a message. A sighted ticket is open. */
function foundInSight(scope: Scope, keyword: string) {
  const sighted = sightedBy(scope, scope.actor);
  if (!sighted) return null;
  const { departments } = scope.actor;
  const pattern = sql`'%' || regexp_replace(fold(${keyword}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
  return sql<string[]>`array(select t.id from ticket t
    join client c on c.company_id = t.company_id and c.id = t.client_id
    where t.company_id = ${scope.companyId} and t.id in (${sighted}) and t.department_id <> all (${departments}::uuid[])
      and (fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like ${pattern}
        or starts_with(t.id::text, lower(${keyword}::text))
        or exists (select search_messages(t.company_id, t.id, ${keyword}::text, 1)))
    order by t.updated_on desc
    limit ${limits.searchResults})`;
}
