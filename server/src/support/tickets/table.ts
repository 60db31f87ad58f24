/** The table of all tickets, the newest first, or by what is due. */
import { limits } from "@parley/contract/limits";
import type { TicketFilter, TicketPageQuery, TicketTableQuery } from "@parley/contract/ticket-table";
import type { SharedTicket } from "@parley/contract/tickets";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { figuresTimeZone } from "../../people/company/time-zone.ts";
import { accessTicket } from "../ticket/access.ts";
import { countsInFigures } from "../ticket/spam.ts";
import { isCounted, placeOf } from "../totals/totals.ts";
import { matchesFilter } from "./filter.ts";
import { selectTickets, withNumbers } from "./queries.ts";
import { shapeShared } from "./view.ts";

type Last = { id: string; created_on: Date };
type PageStart = { offset: number } | { after: Last } | { afterDue: { id: string; due: Date } };

export async function listFirstTickets(
  scope: Scope,
  { sort, ...filter }: TicketTableQuery,
): Promise<SharedTicket[]> {
  if (sort === "due") return pageByDue(scope, filter, { offset: 0 }, limits.ticketsPage);
  return page(scope, filter, { start: { offset: 0 }, size: limits.ticketsPage });
}

/** The tickets after `after`, the last one on screen, else after the offset. Empty past the end. */
export async function listMoreTickets(
  scope: Scope,
  { offset, after, after_due, sort, ...filter }: TicketPageQuery & { offset: number },
): Promise<SharedTicket[]> {
  const size = limits.ticketsStep;
  const last = after ? await accessTicket(scope, after, "see") : null;
  if (sort === "due") return pageByDue(scope, filter, last ? placeByDue(last, after_due) : { offset }, size);
  if (last) return page(scope, filter, { start: { after: last }, size });
  if (!isCounted(filter)) return page(scope, filter, { start: { offset }, size });
  const place = await placeOf(scope, filter, offset, await daysOfSpam(scope, filter));
  if (!place) return page(scope, filter, { start: { offset }, size });
  return page(scope, { ...filter, to: place.until }, { start: { offset: place.offset }, size });
}

/** `shown`: its due moment as it is on screen. */
function placeByDue(last: Last & { goal_due_on: Date | null }, shown: string | undefined): PageStart {
  if (shown === "none") return { after: last };
  const due = shown === undefined ? last.goal_due_on : new Date(shown);
  return due ? { afterDue: { id: last.id, due } } : { after: last };
}

/** The ticket that is due first comes first; those without a due moment follow, the newest first. */
async function pageByDue(
  scope: Scope,
  filter: TicketFilter,
  start: PageStart,
  size: number,
): Promise<SharedTicket[]> {
  if ("after" in start) return page(scope, filter, { start, size, due: "without" });
  const dated = await page(scope, filter, { start, size, due: "first" });
  const left = size - dated.length;
  if (left === 0) return dated;
  const passed = "offset" in start ? start.offset + dated.length : 0;
  const offset = passed > 0 ? Math.max(0, passed - (await countDated(scope, filter))) : 0;
  return [...dated, ...(await page(scope, filter, { start: { offset }, size: left, due: "without" }))];
}

const isDated = sql<boolean>`ticket.goal_due_on is not null`;

async function countDated(scope: Scope, filter: TicketFilter): Promise<number> {
  const { count } = await scope.db
    .selectFrom("ticket")
    .select(sql<number>`count(*)::integer`.as("count"))
    .where("ticket.company_id", "=", scope.companyId)
    .where(isDated)
    .where(await matchesFilter(scope, filter, await figuresTimeZone(scope)))
    .executeTakeFirstOrThrow();
  return count;
}

/** The day of each marked ticket of the filter, by the index of the few marked ones. */
async function daysOfSpam(scope: Scope, filter: TicketFilter): Promise<RawBuilder<unknown>> {
  const zone = await figuresTimeZone(scope);
  const spam = scope.db
    .selectFrom("ticket")
    .select(sql`(ticket.created_on at time zone ${zone})::date`.as("day"))
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.spam_on", "is not", null)
    .where((eb) => eb.not(countsInFigures))
    .where(await matchesFilter(scope, filter, zone));
  return sql`${spam}`;
}

/** Every ticket that matches, in pages of `size`, so that an export holds one page at a time. */
export async function nextTickets(
  scope: Scope,
  filter: TicketFilter,
  last: Pick<SharedTicket, "ticketid" | "created_on"> | undefined,
  size: number,
): Promise<SharedTicket[]> {
  const start = last
    ? { after: { id: last.ticketid, created_on: new Date(last.created_on) } }
    : { offset: 0 };
  return page(scope, filter, { start, size });
}

type Cut = { start: PageStart; size: number; due?: "first" | "without" };

/** The page is cut from an index before anything is joined to it. */
async function page(scope: Scope, filter: TicketFilter, { start, size, due }: Cut): Promise<SharedTicket[]> {
  const order =
    due === "first" ? sql`ticket.goal_due_on, ticket.id` : sql`ticket.created_on desc, ticket.id desc`;
  let ids = scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where(await matchesFilter(scope, filter, await figuresTimeZone(scope)))
    .orderBy(order)
    .limit(size);
  if (due) ids = ids.where(due === "first" ? isDated : sql<boolean>`ticket.goal_due_on is null`);
  if ("offset" in start) ids = ids.offset(start.offset);
  else ids = ids.where(isAfter(start));
  const rows = await selectTickets(scope).where("ticket.id", "in", ids).orderBy(order).execute();
  return rows.map((row) => shapeShared(scope, withNumbers(row)));
}

function isAfter(start: Exclude<PageStart, { offset: number }>): RawBuilder<boolean> {
  if ("afterDue" in start) {
    const { due, id } = start.afterDue;
    return sql<boolean>`(ticket.goal_due_on, ticket.id) > (${due}::timestamptz, ${id}::uuid)`;
  }
  const { created_on, id } = start.after;
  return sql<boolean>`(ticket.created_on, ticket.id) < (${created_on}::timestamptz, ${id}::uuid)`;
}
