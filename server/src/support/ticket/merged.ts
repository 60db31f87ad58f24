/**
 * Tickets that were merged into another one, their target: it decides who may do what with them, its lock is theirs, and its
 * timeline has their messages among its own. Row-level security hides them from all work that does not ask for them here.
 */
import { typesThat } from "@parley/contract/timeline";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { idRange } from "../../floor/database/short-id.ts";
import type { TicketRow } from "./access.ts";

/** The columns that say what a ticket is merged with. A merged ticket that is read here has its target's `merged_tickets`. */
export type Merging = Pick<TicketRow, "id"> & Partial<Pick<TicketRow, "merged_into" | "merged_tickets">>;

export const isMerged = ({ merged_into: into, merged_tickets: others }: Partial<Merging>): boolean =>
  Boolean(into ?? others);

export const targetIdOf = ({ id, merged_into: into }: Merging): string => into ?? id;

/** The ids of the target and of all that were merged into it. */
export const membersOf = (ticket: Merging): string[] => [
  targetIdOf(ticket),
  ...(ticket.merged_tickets ?? []),
];

/** A condition on the query's `ticket`: the id is its own, or that of a ticket that was merged into it. */
export const isOfTicket = (id: RawBuilder<unknown>) =>
  sql<boolean>`ticket.id = coalesce(merged_target(ticket.company_id, ${id}, ${id}), ${id})`;

/** The reader's unread messages of tickets that were merged into the query's `ticket`. */
export const unreadInMerged = (reader: string | null) =>
  sql<number>`case when ticket.merged_tickets is null then 0 else (
    select (n ->> 'client_messages')::integer - (n ->> 'seen')::integer
    from merged_numbers(ticket.company_id, ticket.id, ticket.merged_tickets, ${reader}::uuid) n) end`;

/** The reader's unread messages in the query's `ticket`, to which their `ticket_read` is joined. */
export const unreadBy = (reader: string) =>
  sql<number>`ticket.client_messages - coalesce(ticket_read.client_messages, 0) + ${unreadInMerged(reader)}`;

/** The ids of a ticket and of all that were merged into it, as the values of a condition. */
export const idsMergedIn = (ticketId: string) =>
  sql<string>`(select unnest(t.id || coalesce(t.merged_tickets, '{}')) from ticket t where t.id = ${ticketId})`;

/** The id of the target of a merged ticket, by its whole id or its first characters; null for any other. */
export async function findTarget({ db, companyId }: Scope, id: string): Promise<string | null> {
  const [first, last] = idRange(id) ?? [];
  if (!first) return null;
  const { rows } = await sql<{ target: string | null }>`
    select merged_target(${companyId}, ${first}, ${last}) as target`.execute(db);
  return rows[0]?.target ?? null;
}

/** The merged ticket that holds a thread of an account: it is open by itself. Null where none does. */
export async function mergedOnThread(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  channelId: string,
  thread: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select merged_on_thread(${companyId}, ${channelId}, ${thread}) as id`.execute(db);
  return rows[0]?.id ?? null;
}

/** A merged ticket has these columns of its target. */
const columnsOfTarget = [
  ...(["department_id", "handler_id", "accepted_on", "accepted_by", "waited_ms", "closed_on"] as const),
  ...(["closed_by", "closed_by_name", "closed_silently_on", "reopened_on", "reopened_count"] as const),
  ...(["spam_on", "spam_by", "spam_blocked", "snoozed_on", "snoozed_until", "snoozed_by"] as const),
  ...(["back_why", "merged_tickets"] as const),
];

/** A merged ticket as its target lets it be: with its own thread, account and numbers. */
function asMember(target: TicketRow, merged: TicketRow): TicketRow {
  const shared = columnsOfTarget.map((column) => [column, target[column]]);
  return { ...merged, ...Object.fromEntries(shared) };
}

/** The unit of work sees merged tickets until its end: it works in one conversation, and reads no list. */
export async function showMerged({ db }: Scope): Promise<void> {
  await sql`select set_config('app.merged', 'shown', true)`.execute(db);
}

/**
 * The ticket with this id among a target and those that were merged into it, as its target lets it be; undefined when it is
 * not, or no longer, one of them.
 */
export async function readMember(
  scope: Scope,
  target: TicketRow,
  id: string,
): Promise<TicketRow | undefined> {
  if (target.id === id) return target;
  await showMerged(scope);
  const merged = await scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("merged_into", "=", targetIdOf(target))
    .executeTakeFirst();
  return merged && asMember(target, merged);
}

/** The ticket by whose thread a reply goes: that of the message it answers, else of the newest one that its client wrote. */
export async function threadOfReply(
  scope: Scope,
  ticket: TicketRow,
  { original, on }: { original?: string | null | undefined; on?: readonly string[] } = {},
): Promise<TicketRow> {
  if (!ticket.merged_tickets || ticket.merged_into) return ticket;
  const members = membersOf(ticket);
  const answered = original
    ? sql`select m.ticket_id as id from message m
        where m.company_id = ${scope.companyId} and m.id = ${original} and m.ticket_id = any(${members}::uuid[])`
    : sql`select m.ticket_id as id from unnest(${members}::uuid[]) one
        cross join lateral (select c.ticket_id, c.created_on, c.channel_id from message c
          where c.company_id = ${scope.companyId} and c.ticket_id = one and not c.is_agent
            and c.type = any(${typesThat("countsAsUnread")}::text[])
          order by c.created_on desc limit 1) m
        join channel h on h.company_id = ${scope.companyId} and h.id = m.channel_id
        where ${on ? sql`h.platform = any(${[...on]}::text[])` : sql`true`}
        order by m.created_on desc limit 1`;
  const { rows } = await sql<{ id: string }>`${answered}`.execute(scope.db);
  const [found] = rows;
  return (found && (await readMember(scope, ticket, found.id))) ?? ticket;
}

/** A time after every message of the tickets that are merged with this one, and not before now. */
export async function timeForNext(scope: Scope, ticket: Merging): Promise<Date> {
  if (!isMerged(ticket)) return scope.now;
  const { rows } = await sql<{ time: Date | null }>`
    select max(last.created_on) + interval '1 millisecond' as time from unnest(${membersOf(ticket)}::uuid[]) one
    cross join lateral (select m.created_on from message m where m.company_id = ${scope.companyId} and m.ticket_id = one
      order by m.seq desc limit 1) last`.execute(scope.db);
  const time = rows[0]?.time;
  return time && time > scope.now ? time : scope.now;
}

/** The numbers of messages among those of all tickets that are merged with this one, by their ids. */
export async function placesOf(scope: Scope, ticket: Merging, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; place: number }>`
    select * from message_places(${scope.companyId}, ${membersOf(ticket)}::uuid[], ${ids}::uuid[])`.execute(
    scope.db,
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** The messages of the merged tickets, each with its number among all of them. */
const numberedIn = (companyId: string, ticket: Merging) => sql`(
  select id, ticket_id, seq, row_number() over (order by created_on, ticket_id) as place from message
  where company_id = ${companyId} and ticket_id = any(${membersOf(ticket)}::uuid[])) numbered`;

/** The ids of the messages from one number to another among those of the merged tickets, in their order. */
export async function idsInSpan(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  ticket: Merging,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${numberedIn(companyId, ticket)}
    where place between ${from} and ${to} order by place`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of messages that each of the merged tickets has among the first `upTo` of all. */
export async function numbersUpTo(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  ticket: Merging,
  upTo: number,
): Promise<{ id: string; seq: number }[]> {
  const { rows } = await sql<{ id: string; seq: number }>`
    select ticket_id as id, max(seq) as seq from ${numberedIn(companyId, ticket)}
    where place <= ${upTo} group by ticket_id`.execute(db);
  return rows;
}

/** The number of the last message before a time, among those of all tickets that are merged with this one; 0 before the first. */
export async function numberAtTime(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  ticket: Merging,
  time: Date,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(sum(last.seq), 0)::integer as last from unnest(${membersOf(ticket)}::uuid[]) one
    cross join lateral (select m.seq from message m where m.company_id = ${companyId} and m.ticket_id = one
      and m.created_on <= ${time} order by m.created_on desc limit 1) last`.execute(db);
  return rows[0]?.last ?? 0;
}

/** The number of messages of a ticket and of all that are merged with it. */
export async function lastSeqOf(
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  ticket: TicketRow,
): Promise<number> {
  if (!isMerged(ticket)) return ticket.last_seq;
  const { rows } = await sql<{ last: number }>`
    select coalesce(sum(last.seq), 0)::integer as last from unnest(${membersOf(ticket)}::uuid[]) one
    cross join lateral (select m.seq from message m where m.company_id = ${companyId} and m.ticket_id = one
      order by m.seq desc limit 1) last`.execute(db);
  return rows[0]?.last ?? 0;
}
