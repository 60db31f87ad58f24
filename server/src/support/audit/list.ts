import type { AuditEntry, AuditFilter } from "@parley/contract/audit";
import { verbsOf } from "@parley/contract/audit-topics";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { beginOf, companyTimeZone } from "../../people/company/time-zone.ts";

/** A page of the log, newest first: the entries before `before`. */
export async function listAudit(
  scope: Scope,
  { agent, topic, from, to, before }: AuditFilter & { before?: number | undefined },
  most: number,
): Promise<AuditEntry[]> {
  const zone = from || to ? await companyTimeZone(scope) : "UTC";
  const rows = await scope.db
    .selectFrom("audit_entry")
    .select(["id", "time", "actor_name", "verb", "subject_type", "subject_id", "subject_name", "changes"])
    .where("company_id", "=", scope.companyId)
    .$if(agent !== undefined, (some) => some.where("actor_id", "=", agent as string))
    .$if(topic !== undefined, (some) => some.where("verb", "in", topic ? verbsOf(topic) : []))
    .$if(from !== undefined, (some) => some.where(sql<boolean>`time >= ${beginOf(sql`${from}::date`, zone)}`))
    .$if(to !== undefined, (some) =>
      some.where(sql<boolean>`time < ${beginOf(sql`(${to}::date + 1)`, zone)}`),
    )
    .$if(before !== undefined, (some) => some.where("id", "<", before as number))
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id), time: row.time.toISOString() }) as AuditEntry);
}
