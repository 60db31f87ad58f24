/** A client's change is published to the departments that have a ticket of theirs. */
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";

/** The departments that have a ticket of the client. */
export async function departmentsOfClient(scope: Scope, clientId: string): Promise<string[]> {
  return (await departmentsOfClients(scope, [clientId])).get(clientId) ?? [];
}

/** The departments that have a ticket of each client, by client. */
export async function departmentsOfClients(
  { db, companyId }: Scope,
  clientIds: string[],
): Promise<Map<string, string[]>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("ticket")
    .select("client_id")
    .select(sql<string[]>`array_agg(distinct department_id)`.as("departments"))
    .where("company_id", "=", companyId)
    .where("client_id", "in", clientIds)
    .groupBy("client_id")
    .execute();
  return new Map(rows.map((row) => [row.client_id, row.departments]));
}
