import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";

/**
 * Raises the versions of locked tickets, for a change that they show and whose rows are elsewhere: a tag, a value, the
 * client's name. A change of the ticket's own row raises it by a trigger.
 */
export async function raiseVersions({ db, companyId }: Scope, ticketIds: string[]): Promise<void> {
  if (ticketIds.length === 0) return;
  await db
    .updateTable("ticket")
    .set({ version: sql`version + 1` })
    .where("company_id", "=", companyId)
    .where("id", "in", ticketIds)
    .execute();
}
