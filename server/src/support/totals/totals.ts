/** The totals that the database keeps beside the tickets (migrations 006, 010, 033, 053 and 060), as a row source. */

import type { TicketFilter } from "@parley/contract/ticket-table";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";

/**
 * The columns that count a filter's tickets, by the stages that are counted separately. A ticket with a handler is not
 * pending.
 */
const counted = {
  all: sql`tickets, closed, pending, accepted, begun, waited, rated, stars`,
  handled: sql`tickets, closed, 0::bigint as pending, accepted, begun, waited, rated, stars`,
  closed: sql`closed as tickets, closed, 0::bigint as pending, closed_accepted as accepted, closed_begun as begun,
    closed_waited as waited, rated, stars`,
  taken: sql`accepted as tickets, closed_accepted as closed, 0::bigint as pending, accepted, begun, waited, rated, stars`,
};

/** A filter without channel, priority, tag, field, organisation and figure, and with these stages only, is covered by the totals. */
export const isCounted = ({
  stage,
  channel,
  priority,
  tag,
  field,
  organisation,
  conditions,
  figure,
}: TicketFilter): boolean =>
  [channel, priority, tag, field, organisation, conditions, figure].every((one) => one === undefined) &&
  (stage === undefined || stage in counted);

/** Totals are stored by day, and by month under its first day. */
type Span = "day" | "month";

/** A filter by days needs days; without one, months hold the same tickets in fewer rows. */
const spanOf = ({ from, to }: TicketFilter): Span => (from || to ? "day" : "month");

type TotalsOptions = { departments?: Scope["actor"]["departments"]; span?: Span };

/** Stored totals plus pending changes, of the departments the actor sees unless others are named. */
export function totals(scope: Scope, filter: TicketFilter, options: TotalsOptions = {}) {
  const { added, pending } = partsOf(scope, filter, options);
  return sql`(${added} union all ${pending}) counted`;
}

/** Totals by day for the newest days: at least so many that have tickets. */
export function newestDays(scope: Scope, filter: TicketFilter, most: number) {
  const { added, pending } = partsOf(scope, filter, { span: "day" });
  // A pending change leaves at most one day without tickets.
  return sql`(${added} and day >= (
      select coalesce(min(day), '-infinity') from (
        select distinct day from (${added}) added where tickets > 0 order by day desc
        limit ${most} + (select count(*) from (${pending}) pending)) newest)
    union all ${pending}) counted`;
}

function partsOf(
  scope: Scope,
  filter: TicketFilter,
  { departments = scope.actor.departments, span = spanOf(filter) }: TotalsOptions,
) {
  const { companyId } = scope;
  const conditions = [
    sql`company_id = ${companyId}`,
    sql`zone = (select figures_zone from company where company.company_id = ${companyId})`,
  ];
  if (departments !== "all") conditions.push(sql`department_id = any(${departments}::uuid[])`);
  if (filter.department) conditions.push(sql`department_id = ${filter.department}`);
  if (filter.agent) conditions.push(sql`handler_id = ${filter.agent}`);
  if (filter.platform) conditions.push(sql`platform = ${filter.platform}`);
  if (filter.from) conditions.push(sql`day >= ${filter.from}::date`);
  if (filter.to) conditions.push(sql`day <= ${filter.to}::date`);
  const where = sql.join(conditions, sql` and `);
  const of = filter.stage === "closed" || filter.stage === "taken" ? filter.stage : undefined;
  const columns = sql`department_id, platform, day, ${counted[of ?? (filter.agent ? "handled" : "all")]}`;
  const table = filter.agent ? sql`handler_total` : sql`ticket_total`;
  return {
    added: sql`select ${columns} from ${table} where ${where} and span = ${span}`,
    pending: sql`select ${columns} from ticket_total_change where ${where}`,
  };
}

type DepartmentCounts = { tickets: number; closed: number; rated: number; stars: number };

/** Counts by department id. */
export async function countByDepartment(scope: Scope): Promise<Map<string, DepartmentCounts>> {
  const { rows } = await sql<Record<keyof DepartmentCounts | "id", string>>`
    select department_id as id, sum(tickets) as tickets, sum(closed) as closed, sum(rated) as rated, sum(stars) as stars
    from ${totals(scope, {})} group by department_id`.execute(scope.db);
  return new Map(
    rows.map(({ id, tickets, closed, rated, stars }) => [
      id,
      { tickets: Number(tickets), closed: Number(closed), rated: Number(rated), stars: Number(stars) },
    ]),
  );
}

/** Counts an agent's ratings in every department. */
export async function countRatings(scope: Scope, agent: string): Promise<{ rated: number; stars: number }> {
  const { rows } = await sql<{ rated: string | null; stars: string | null }>`
    select sum(rated) as rated, sum(stars) as stars from ${totals(scope, { agent }, { departments: "all" })}`.execute(
    scope.db,
  );
  return { rated: Number(rows[0]?.rated), stars: Number(rows[0]?.stars) };
}

/**
 * The position of a page so far behind the newest ticket: the end of a day, and so many tickets further. Months and
 * days are counted, so earlier tickets need not be read. `beside` has the day of each ticket that is listed and in no
 * figure.
 */
export async function placeOf(
  scope: Scope,
  filter: TicketFilter,
  offset: number,
  beside: RawBuilder<unknown>,
): Promise<{ until: string; offset: number } | null> {
  const listed = (span: Span) => sql`(select day, tickets from ${totals(scope, filter, { span })}
    union all select day, 1 from ${beside} beside) listed`;
  const { rows } = await sql<{ day: string; before: string }>`
    with month as (
      select first, before from (
        select first, (sum(sum(tickets)) over (order by first desc) - sum(tickets))::bigint as before
        from ${listed(spanOf(filter))} cross join lateral (select date_trunc('month', day::timestamp)::date as first) month
        group by first) months
      where before <= ${offset} order by first limit 1)
    select to_char(day, 'YYYY-MM-DD') as day, before from (
      select day, (select before from month) + sum(sum(tickets)) over (order by day desc) - sum(tickets) as before
      from ${listed("day")}
      where day >= (select first from month) and day < (select first + interval '1 month' from month)
      group by day) days
    where before <= ${offset} order by day limit 1`.execute(scope.db);
  const found = rows[0];
  return found ? { until: found.day, offset: offset - Number(found.before) } : null;
}

/** Adds pending changes to the totals, so that queries stay fast. */
export async function addUpTotals(context: Context): Promise<void> {
  await acrossCompanies(context, (db) => sql`select add_up_ticket_totals()`.execute(db));
}

/** The number of tickets counted by one step of a recount: about 20 ms, in which they are locked. */
const stepSize = 2_000;
/** Milliseconds that a step waits for locks: meanwhile other changes wait behind it. */
const stepTimeout = 500;
/** Retries of a step. Then the sweep continues. */
const stepTries = 20;

/**
 * Starts a recount after a change of the company's zone: of a small company at once, of a large one in a job, which
 * also waits for locks; until it is done the figures use the old zone.
 */
export async function beginRecount(scope: Scope): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(days_lock(${scope.companyId}::uuid)) as free`.execute(scope.db);
  if (!rows[0]?.free || !(await recountDays(scope, stepSize))) await nudgeRecount(scope);
}

/** The job: continues where the last step ended, in any process. */
export async function finishRecount(
  context: Context,
  { companyId }: Tasks["recount_days"],
  signal: AbortSignal,
  batch = stepSize,
): Promise<void> {
  let tries = stepTries;
  for (let done = false; !done && !signal.aborted; ) {
    try {
      done = await inCompany(context, { kind: "desk", companyId }, async (scope) => {
        await sql`select set_config('lock_timeout', ${String(stepTimeout)}, true)`.execute(scope.db);
        return recountDays(scope, batch);
      });
      tries = stepTries;
    } catch (error) {
      tries -= 1;
      if (tries === 0 || !isUnavailable(error)) throw error;
    }
  }
}

/** One step. Returns whether the recount is complete. */
async function recountDays(scope: Scope, batch: number): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select recount_tickets(${scope.companyId}::uuid, ${batch}::integer) as done`.execute(scope.db);
  return rows[0]?.done ?? true;
}

/** Continues recounts whose job was lost or gave up waiting for locks. */
export async function sweepRecounts(context: Context): Promise<void> {
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("company")
      .select("company_id as companyId")
      .where((eb) =>
        eb.or([eb("time_zone", "!=", eb.ref("figures_zone")), eb("counting_zone", "is not", null)]),
      )
      .limit(mostRecounts)
      .execute(),
  );
  for (const { companyId } of due) {
    await inCompany(context, { kind: "desk", companyId }, (scope) => nudgeRecount(scope));
  }
}

const mostRecounts = 100;

const nudgeRecount = (scope: Scope): Promise<void> =>
  scope.enqueue("recount_days", {}, { key: `recount_days:${scope.companyId}`, tries: 1 });
