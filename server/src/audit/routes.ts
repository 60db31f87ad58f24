import type { AuditEntry } from "@parley/contract/audit";
import { calls } from "@parley/contract/calls/table";
import { limits } from "@parley/contract/limits";
import type { Context } from "../context.ts";
import type { Scope } from "../database/scope.ts";
import type { App } from "../http/app.ts";
import { route } from "../http/calls.ts";

export function auditRoutes(app: App, _context: Context): void {
  route(app, calls.listAudit, (request) => request.work((scope) => listAudit(scope, request.query.before)));
}

/** A page of the log, newest first: what lies before the entry `before`. */
async function listAudit(scope: Scope, before: number | undefined): Promise<AuditEntry[]> {
  let query = scope.db
    .selectFrom("audit_entry")
    .select(["id", "time", "actor_name", "verb", "subject_type", "subject_id", "subject_name", "changes"])
    .where("company_id", "=", scope.companyId)
    .orderBy("id", "desc")
    .limit(limits.auditPage);
  if (before) query = query.where("id", "<", before);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, id: Number(row.id), time: row.time.toISOString() }) as AuditEntry);
}
