import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";

/** Commits before the first line of the file is sent. */
export async function recordExport(
  scope: Scope,
  kind: "tickets_export" | "clients_export" | "organisations_export" | "audit_export" | "bubbles_export",
): Promise<void> {
  const { name } = await scope.db
    .selectFrom("company")
    .select("name")
    .where("company_id", "=", scope.companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await record(scope, { kind, subject: scope.companyId, name, facts: {} });
}
