/** The tickets in which a search looks: those that the reader sees, by the ticket's own conditions. */
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { visibleTo } from "../ticket/access.ts";
import { sightedBy } from "../ticket/sight.ts";
import { type Asked, all, type Behind, exactTime, isBehind, within } from "./asked.ts";

/** When a ticket was closed, or what last happened in it. */
export const timeOfTicket = sql`coalesce(ticket.closed_on, ticket.updated_on)`;

/** Tickets of the departments that the reader sees. */
export const seenTickets = (scope: Scope, asked: Asked) =>
  scope.db
    .selectFrom("ticket")
    .where("ticket.company_id", "=", scope.companyId)
    .where(visibleTo(scope.actor))
    .where(ofTicket(asked));

/** Open tickets elsewhere that the reader sees by a mention. Null for one who has none. */
export function sightedTickets(scope: Scope, asked: Asked) {
  const sighted = sightedBy(scope, scope.actor);
  const { departments } = scope.actor;
  if (!sighted || departments === "all") return null;
  return scope.db
    .selectFrom("ticket")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.id", "in", sighted)
    .where("ticket.department_id", "not in", departments)
    .where(ofTicket(asked));
}

/** Spam is found where it is asked for alone. */
function ofTicket({ status, tags, hasNote }: Asked): Expression<SqlBool> {
  const spam = sql<boolean>`is_spam(ticket.closed_on, ticket.spam_on)`;
  const conditions: RawBuilder<boolean>[] = [status === "spam" ? spam : sql<boolean>`not ${spam}`];
  if (status === "closed") conditions.push(sql`ticket.closed_on is not null`);
  if (status === "open") conditions.push(sql`ticket.closed_on is null`);
  if (status === "accepted")
    conditions.push(sql`(ticket.closed_on is null and ticket.handler_id is not null)`);
  if (status === "waiting") conditions.push(sql`(ticket.closed_on is null and ticket.handler_id is null)`);
  for (const tag of tags)
    conditions.push(sql`ticket.id in (select x.ticket_id from ticket_tag x
      join tag on tag.company_id = x.company_id and tag.id = x.tag_id
      where x.company_id = ticket.company_id and fold(tag.name) = ${tag} and tag.deleted_on is null)`);
  if (hasNote)
    conditions.push(sql`exists (select from note n
      where n.company_id = ticket.company_id and n.ticket_id = any(ticket.id || ticket.merged_tickets) and n.deleted_on is null)`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** True where the reader asks for some tickets only: they are few, and looked through first. */
export const isNarrow = ({ status, tags, hasNote }: Asked) =>
  tags.length > 0 || hasNote || (status !== null && status !== "closed");

type Seen = ReturnType<typeof seenTickets>;

/** The newest `most` tickets, read in the orders of two indexes: of open ones and of closed ones. */
export function newest(seen: Seen, most: number, behind: Behind = null) {
  const page = (query: Seen, time: RawBuilder<unknown>) =>
    query
      .select(["ticket.id", "ticket.client_id", "ticket.merged_tickets", sql<Date>`${time}`.as("at")])
      .where(isBehind(time, sql`ticket.id`, behind))
      .orderBy(time as Expression<unknown>, "desc")
      .orderBy("ticket.id", "desc")
      .limit(most);
  const open = page(seen.where("ticket.closed_on", "is", null), sql`ticket.updated_on`);
  const closed = page(seen.where("ticket.closed_on", "is not", null), sql`ticket.closed_on`);
  return sql`select * from ((${open}) union all (${closed})) both_kinds order by at desc, id desc limit ${most}`;
}

/**
 * The newest `most` tickets that may have an item `before:` the date or behind the page: the last to begin. Of what one of them
 * has, the newest may be missing, where an older ticket has lasted longer.
 */
export function lastBegun(seen: Seen, most: number, { before, zone }: Asked, behind: Behind) {
  const begun = seen
    .select(["ticket.id", "ticket.client_id", "ticket.merged_tickets", "ticket.created_on as at"])
    .where(all(within(sql`ticket.created_on`, { before, after: null, zone })))
    .where(behind ? sql<boolean>`ticket.created_on <= ${behind.at}::timestamptz` : sql<boolean>`true`)
    .orderBy("ticket.created_on", "desc")
    .orderBy("ticket.id", "desc")
    .limit(most);
  return sql`${begun}`;
}

export const withTime = (query: Seen) =>
  query.select(["ticket.id", "ticket.id as ticket_id", exactTime(timeOfTicket).as("at")]);
