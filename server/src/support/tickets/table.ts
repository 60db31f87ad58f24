/** The table of all tickets, newest first. */
import { limits } from "@parley/contract/limits";
import type { TicketFilter } from "@parley/contract/ticket-table";
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

type PageStart = { offset: number } | { after: { id: string; created_on: Date } };

export async function listFirstTickets(scope: Scope, filter: TicketFilter): Promise<SharedTicket[]> {
  return page(scope, filter, { offset: 0 }, limits.ticketsPage);
}

/** The tickets after `after`, the last one on screen, else after the offset. Empty past the end. */
export async function listMoreTickets(
  scope: Scope,
  { offset, after, ...filter }: TicketFilter & { offset: number; after?: string | undefined },
): Promise<SharedTicket[]> {
  if (after)
    return page(scope, filter, { after: await accessTicket(scope, after, "see") }, limits.ticketsStep);
  if (!isCounted(filter)) return page(scope, filter, { offset }, limits.ticketsStep);
  const place = await placeOf(scope, filter, offset, await daysOfSpam(scope, filter));
  if (!place) return page(scope, filter, { offset }, limits.ticketsStep);
  return page(scope, { ...filter, to: place.until }, { offset: place.offset }, limits.ticketsStep);
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
  return page(scope, filter, start, size);
}

/** The page is cut from an index before anything is joined to it. */
async function page(scope: Scope, filter: TicketFilter, start: PageStart, size: number) {
  let ids = scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where(await matchesFilter(scope, filter, await figuresTimeZone(scope)))
    .orderBy("ticket.created_on", "desc")
    .orderBy("ticket.id", "desc")
    .limit(size);
  if ("offset" in start) ids = ids.offset(start.offset);
  else {
    const { id, created_on } = start.after;
    ids = ids.where(sql<boolean>`(ticket.created_on, ticket.id) < (${created_on}::timestamptz, ${id}::uuid)`);
  }
  const rows = await selectTickets(scope)
    .where("ticket.id", "in", ids)
    .orderBy("ticket.created_on", "desc")
    .orderBy("ticket.id", "desc")
    .execute();
  return rows.map((row) => shapeShared(scope, withNumbers(row)));
}
