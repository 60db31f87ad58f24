/** The counts that the database keeps beside the tickets (migration 006), as rows to ask of. */

import { seesAllDepartments } from "@parley/contract/permissions";
import type { TicketFilter } from "@parley/contract/ticket-table";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { type AgentActor, acrossCompanies, type Scope } from "../database/scope.ts";

/** The columns of a filter's tickets, by the stages that are counted apart. */
const counted = {
  all: sql`tickets, closed, pending, accepted, waited, rated, stars`,
  closed: sql`closed as tickets, closed, 0::bigint as pending, closed_accepted as accepted, closed_waited as waited,
    rated, stars`,
  taken: sql`accepted as tickets, closed_accepted as closed, 0::bigint as pending, accepted, waited, rated, stars`,
};

/** A filter that names no agent, and no stage but these, asks for nothing but what is counted. */
export const isCounted = ({ stage, agent }: TicketFilter): boolean =>
  agent === undefined && (stage === undefined || stage in counted);

/** What was added up and what was not yet, of the departments the actor sees. */
export function totals(scope: Scope<AgentActor>, filter: TicketFilter) {
  const { companyId, actor } = scope;
  const department = seesAllDepartments(actor) ? filter.department : actor.departmentid;
  const conditions = [sql`company_id = ${companyId}`];
  if (department) conditions.push(sql`department_id = ${department}`);
  if (filter.department) conditions.push(sql`department_id = ${filter.department}`);
  if (filter.platform) conditions.push(sql`platform = ${filter.platform}`);
  if (filter.from) conditions.push(sql`day >= ${filter.from}::date`);
  if (filter.to) conditions.push(sql`day <= ${filter.to}::date`);
  const where = sql.join(conditions, sql` and `);
  const of = filter.stage === "closed" || filter.stage === "taken" ? filter.stage : "all";
  const columns = sql`department_id, platform, day, ${counted[of]}`;
  return sql`(select ${columns} from ticket_total where ${where}
    union all select ${columns} from ticket_total_change where ${where}) counted`;
}

type DepartmentCounts = { tickets: number; closed: number; rated: number; stars: number };

/** By department id. */
export async function countByDepartment(scope: Scope<AgentActor>): Promise<Map<string, DepartmentCounts>> {
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

/**
 * Where a page that lies so far behind the newest ticket begins: at the end of a day, and so many tickets further. Days
 * are counted, so what lies before need not be looked at.
 */
export async function placeOf(
  scope: Scope<AgentActor>,
  filter: TicketFilter,
  offset: number,
): Promise<{ until: string; offset: number } | null> {
  const { rows } = await sql<{ day: string; before: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, before from (
      select day, sum(sum(tickets)) over (order by day desc) - sum(tickets) as before
      from ${totals(scope, filter)} group by day) days
    where before <= ${offset} order by day limit 1`.execute(scope.db);
  const found = rows[0];
  return found ? { until: found.day, offset: offset - Number(found.before) } : null;
}

/** So that asking stays quick: differences become totals. */
export async function addUpTotals(context: Context): Promise<void> {
  await acrossCompanies(context, (db) => sql`select add_up_ticket_totals()`.execute(db));
}

/** After the company's days have changed. */
export async function recountTickets(scope: Scope): Promise<void> {
  await sql`select recount_tickets(${scope.companyId}::uuid)`.execute(scope.db);
}
