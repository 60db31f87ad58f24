import type { saveTableColumns as saveBody, TableColumns } from "@parley/contract/table-columns";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";

export async function viewTableColumns({ db, companyId, actor }: Scope<AgentActor>): Promise<TableColumns> {
  const rows = await db
    .selectFrom("table_columns")
    .select(["list", "columns"])
    .where("company_id", "=", companyId)
    .where("agent_id", "=", actor.id)
    .execute();
  return Object.fromEntries(rows.map(({ list, columns }) => [list, columns]));
}

export async function saveTableColumns(
  scope: Scope<AgentActor>,
  { list, columns }: z.output<typeof saveBody>,
): Promise<TableColumns> {
  await scope.db
    .insertInto("table_columns")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, list, columns })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id", "list"]).doUpdateSet({ columns }))
    .execute();
  return viewTableColumns(scope);
}
