import type { DepartmentOverview } from "@parley/contract/departments";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../database/scope.ts";
import { countByDepartment } from "../totals/totals.ts";
import { listDepartments } from "./queries.ts";

/** Every department with its people, disabled ones too as in their table, its tickets and those of them that are open, and the mean of its ratings. */
export async function viewDepartments(scope: Scope<AgentActor>): Promise<DepartmentOverview> {
  const departments = await listDepartments(scope);
  const tickets = await countByDepartment(scope);
  const { rows } = await sql<{ id: string; agents: string }>`
    select department_id as id, count(*) as agents from agent
    where company_id = ${scope.companyId} group by department_id`.execute(scope.db);
  const agents = new Map(rows.map((row) => [row.id, Number(row.agents)]));
  const statistics = departments.map(({ departmentid, department_name }) => {
    const counted = tickets.get(departmentid);
    const figures = {
      averageRating: counted?.rated ? Math.round((counted.stars / counted.rated) * 100) / 100 : null,
      agentCount: agents.get(departmentid) ?? 0,
      ticketsCount: counted?.tickets ?? 0,
      pendingCount: counted ? counted.tickets - counted.closed : 0,
    };
    return [department_name, figures] as const;
  });
  return { departments, statistics: Object.fromEntries(statistics) };
}
