import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";

type World = { context: Pick<Context, "database"> };

/**
 * The stored totals by day and by month, department and platform, of all tickets and of each handler's (`handler_id` is
 * null for all).
 */
export const keptTotals = `
  select handler_id, span, department_id, platform, day::text, sum(tickets)::int as tickets, sum(closed)::int as closed,
    sum(pending)::int as pending, sum(accepted)::int as accepted, sum(begun)::int as begun,
    sum(waited)::bigint as waited, sum(closed_accepted)::int as closed_accepted,
    sum(closed_begun)::int as closed_begun, sum(closed_waited)::bigint as closed_waited,
    sum(rated)::int as rated, sum(stars)::int as stars
  from (select null::uuid as handler_id, span, department_id, platform, day, tickets, closed, pending, accepted, begun, waited,
      closed_accepted, closed_begun, closed_waited, rated, stars from ticket_total
    union all select handler_id, span, department_id, platform, day, tickets, closed, 0, accepted, begun, waited,
      closed_accepted, closed_begun, closed_waited, rated, stars from handler_total
    union all select of.handler_id, span, department_id, platform, date_trunc(span, day::timestamp)::date, tickets, closed,
      pending, accepted, begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars
    from ticket_total_change change cross join (values ('day'), ('month')) spans (span)
      cross join lateral (select null::uuid as handler_id union all
        select change.handler_id where change.handler_id is not null) of) kept
  group by handler_id, span, department_id, platform, day having sum(tickets) > 0`;

/** The same totals, counted from the tickets. */
export const countedTotals = `
  select of.handler_id, span, department_id, platform,
    date_trunc(span, ticket.created_on at time zone time_zone)::date::text as day,
    count(*)::int as tickets, count(closed_on)::int as closed,
    (count(*) filter (where closed_on is null and ticket.handler_id is null))::int as pending,
    count(accepted_on)::int as accepted,
    (count(*) filter (where accepted_on is not null and begun_by is not null))::int as begun,
    coalesce(sum(coalesce(waited_ms, (extract(epoch from accepted_on - ticket.created_on) * 1000)::bigint))
      filter (where begun_by is null), 0)::bigint as waited,
    (count(*) filter (where closed_on is not null and accepted_on is not null))::int as closed_accepted,
    (count(*) filter (where closed_on is not null and accepted_on is not null and begun_by is not null))::int
      as closed_begun,
    coalesce(sum(coalesce(waited_ms, (extract(epoch from accepted_on - ticket.created_on) * 1000)::bigint))
      filter (where closed_on is not null and begun_by is null), 0)::bigint as closed_waited,
    count(rating)::int as rated, coalesce(sum(rating), 0)::int as stars
  from ticket join company using (company_id)
    cross join lateral (select null::uuid as handler_id union all
      select ticket.handler_id where ticket.handler_id is not null) of
    cross join (values ('day'), ('month')) spans (span)
  where (spam_on >= closed_on) is not true and deleted_on is null and merged_into is null
  group by 1, 2, 3, 4, 5`;

export const storedTotals = (world: World) => read(world, keptTotals);
export const recountTotals = (world: World) => read(world, countedTotals);

async function read(world: World, totals: string) {
  const { rows } = await sql`${sql.raw(totals)} order by 1, 2, 3, 4, 5`.execute(world.context.database);
  return rows;
}
