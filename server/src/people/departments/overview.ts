import type { DepartmentOverview } from "@parley/contract/departments";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { listDepartments } from "./queries.ts";

type TicketCounts = { tickets: number; closed: number; rated: number; stars: number };
/** Counts tickets by department id. */
export type CountTickets = (scope: Scope) => Promise<Map<string, TicketCounts>>;

/** Every department with its enabled agents, its tickets, those of them that are open and pending, and its mean rating. */
export async function viewDepartments(
  scope: Scope<AgentActor>,
  countTickets: CountTickets,
): Promise<DepartmentOverview> {
  const departments = await listDepartments(scope);
  const tickets = await countTickets(scope);
  const { rows } = await sql<{ id: string; agents: string }>`
    select department_id as id, count(*) as agents from agent
    where company_id = ${scope.companyId} and disabled_on is null group by department_id`.execute(scope.db);
  const agents = new Map(rows.map((row) => [row.id, Number(row.agents)]));
  const pending = await countPending(scope);
  const statistics = departments.map(({ departmentid, department_name }) => {
    const counted = tickets.get(departmentid);
    const figures = {
      averageRating: counted?.rated ? Math.round((counted.stars / counted.rated) * 100) / 100 : null,
      agentCount: agents.get(departmentid) ?? 0,
      ticketsCount: counted?.tickets ?? 0,
      pendingCount: pending.get(departmentid) ?? 0,
      openCount: counted ? counted.tickets - counted.closed : 0,
    };
    return [department_name, figures] as const;
  });
  return { departments, statistics: Object.fromEntries(statistics) };
}

/** Open tickets without a handler, by department id. */
async function countPending(scope: Scope<AgentActor>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; pending: string }>`
    select department_id as id, count(*) as pending from ticket
    where company_id = ${scope.companyId} and closed_on is null and handler_id is null
    group by department_id`.execute(scope.db);
  return new Map(rows.map(({ id, pending }) => [id, Number(pending)]));
}
