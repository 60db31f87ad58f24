import type { DepartmentOverview } from "@parley/contract/departments";
import { sql } from "kysely";
import type { Scope } from "../database/scope.ts";
import { listDepartments } from "./queries.ts";

type Counts = { id: string; agents: string; tickets: string; pending: string; rating: string | null };

/** Every department with its people, its tickets and those of them that are open, and the mean of its ratings. */
export async function viewDepartments(scope: Scope): Promise<DepartmentOverview> {
  const departments = await listDepartments(scope);
  const { companyId } = scope;
  const { rows } = await sql<Counts>`
    select department.id,
      (select count(*) from agent
        where agent.company_id = ${companyId} and agent.department_id = department.id
          and agent.disabled_on is null) as agents,
      coalesce(counted.tickets, 0) as tickets, coalesce(counted.pending, 0) as pending, counted.rating
    from department left join (
      select department_id, count(*) as tickets, count(*) filter (where closed_on is null) as pending,
        avg(rating) as rating
      from ticket where company_id = ${companyId} group by department_id) counted
      on counted.department_id = department.id
    where department.company_id = ${companyId} and department.deleted_on is null`.execute(scope.db);
  const counts = new Map(rows.map((row) => [row.id, row]));
  const statistics = departments.map(({ departmentid, department_name }) => {
    const row = counts.get(departmentid);
    const figures = {
      averageRating: row?.rating ? Math.round(Number(row.rating) * 100) / 100 : null,
      agentCount: Number(row?.agents ?? 0),
      ticketsCount: Number(row?.tickets ?? 0),
      pendingCount: Number(row?.pending ?? 0),
    };
    return [department_name, figures] as const;
  });
  return { departments, statistics: Object.fromEntries(statistics) };
}
