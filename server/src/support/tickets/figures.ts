/** The figures of the Tickets section: from the stored totals where they suffice, else counted from the tickets. */

import { platforms } from "@parley/contract/platforms";
import type { TicketDay, TicketFigures, TicketFilter } from "@parley/contract/ticket-table";
import type { Platform } from "@parley/contract/values";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { figuresTimeZone } from "../../people/company/time-zone.ts";
import { hasHours } from "../hours/rows.ts";
import { countsInFigures } from "../ticket/spam.ts";
import { isCounted, newestDays, totals } from "../totals/totals.ts";
import { matchesFilter } from "./filter.ts";

type Count = "tickets" | "closed" | "pending" | "awaited" | "waited";
type Counted = { platform: Platform } & Record<Count, string>;

export async function countTickets(scope: Scope, filter: TicketFilter): Promise<TicketFigures> {
  const from = isCounted(filter) ? totals(scope, filter) : await selectCounted(scope, filter);
  const { rows } = await sql<Counted>`select platform, ${sums} from ${from} group by platform`.execute(
    scope.db,
  );
  const of = (platform: Platform, what: Count) =>
    Number(rows.find((row) => row.platform === platform)?.[what] ?? 0);
  const sum = (what: Count) => rows.reduce((total, row) => total + Number(row[what]), 0);
  return {
    totalTickets: sum("tickets"),
    pendingTickets: sum("pending"),
    averageAcceptanceTime: minutes(sum("waited"), sum("awaited")) ?? 0,
    acceptanceWithinHours: await hasHours(scope),
    timeZone: await figuresTimeZone(scope),
    closedTickets: sum("closed"),
    ...byPlatform("Tickets", (platform) => of(platform, "tickets")),
    ...byPlatform("Closed", (platform) => of(platform, "closed")),
  };
}

function byPlatform<What extends string>(what: What, count: (platform: Platform) => number) {
  const fields = platforms.map((platform) => [`${platform}${what}`, count(platform)]);
  return Object.fromEntries(fields) as Record<`${Platform}${What}`, number>;
}

/** The number of days a chart shows at most. */
const mostDays = 366;

/** The newest 366 days of the filter on which a ticket was opened, oldest first. */
export async function countByDay(scope: Scope, filter: TicketFilter): Promise<TicketDay[]> {
  const from = isCounted(filter) ? newestDays(scope, filter, mostDays) : await selectCounted(scope, filter);
  const { rows } = await sql<Record<Platform | Count, string> & { day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, ${sums}, ${ticketsByPlatform}
    from ${from} group by counted.day having sum(tickets) > 0 order by counted.day desc limit ${mostDays}`.execute(
    scope.db,
  );
  return rows.reverse().map((row) => ({
    day: row.day,
    tickets: Number(row.tickets),
    closed: Number(row.closed),
    platforms: Object.fromEntries(
      platforms.flatMap((platform) => (Number(row[platform]) > 0 ? [[platform, Number(row[platform])]] : [])),
    ),
    acceptanceTime: minutes(Number(row.waited), Number(row.awaited)),
  }));
}

const ticketsByPlatform = sql.join(
  platforms.map(
    (platform) => sql`sum(tickets) filter (where platform = ${sql.lit(platform)}) as ${sql.ref(platform)}`,
  ),
);

/** A client did not wait in a ticket that an agent began. */
const sums = sql`sum(tickets) as tickets, sum(closed) as closed, sum(pending) as pending,
  sum(accepted - begun) as awaited, sum(waited) as waited`;

/** Selects the same columns for a filter by stage or agent, one row per ticket. */
async function selectCounted(scope: Scope, filter: TicketFilter): Promise<RawBuilder<unknown>> {
  const zone = await figuresTimeZone(scope);
  const tickets = scope.db
    .selectFrom("ticket")
    .select([
      "ticket.platform",
      sql`(ticket.created_on at time zone ${zone})::date`.as("day"),
      sql`1`.as("tickets"),
      sql`(ticket.closed_on is not null)::integer`.as("closed"),
      sql`(ticket.closed_on is null and ticket.handler_id is null)::integer`.as("pending"),
      sql`(ticket.accepted_on is not null)::integer`.as("accepted"),
      sql`(ticket.accepted_on is not null and ticket.begun_by is not null)::integer`.as("begun"),
      sql`waited_for_acceptance(ticket.begun_by, ticket.created_on, ticket.accepted_on, ticket.waited_ms)`.as(
        "waited",
      ),
    ])
    .where("ticket.company_id", "=", scope.companyId)
    .where(await matchesFilter(scope, filter, zone))
    .where(countsInFigures);
  return sql`${tickets} counted`;
}

/** Minutes from milliseconds, to two decimals; null when there is nothing to divide by. */
function minutes(waited: number, among: number): number | null {
  return among === 0 ? null : Math.max(0, Math.round((waited / among / 60_000) * 100) / 100);
}
