import type { AuditEntry, AuditVerb } from "@parley/contract/audit";
import type { Scope } from "../database/scope.ts";
import { everyLine } from "../http/log-throttle.ts";

type Subject = { type: AuditEntry["subject_type"]; id: string | null; name: string };
export type Changes = AuditEntry["changes"];

/**
 * Writes down who changed what, in the unit of work that changes it; once that is committed, in the log too, without names
 * and values.
 */
export async function recordAudit(
  scope: Scope,
  verb: AuditVerb,
  subject: Subject,
  changes: Changes = {},
): Promise<void> {
  const { actor } = scope;
  await scope.db
    .insertInto("audit_entry")
    .values({
      company_id: scope.companyId,
      time: scope.now,
      actor_id: actor.kind === "agent" ? actor.id : null,
      actor_name: actor.kind === "agent" ? actor.name : "Parley",
      verb,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_name: subject.name,
      changes: JSON.stringify(changes),
    })
    .execute();
  const line = {
    [everyLine]: true,
    event: "audit",
    company: scope.companyId,
    actor: actor.kind === "agent" ? actor.id : null,
    verb,
    subject: { type: subject.type, id: subject.id },
    fields: Object.keys(changes),
  };
  scope.afterCommit(() => scope.log.info(line, "An administrator changed something"));
}

/** The fields that differ, each with what was before and what is now. */
export function changesBetween<Row extends object>(before: Row, after: Partial<Row>): Changes {
  const fields = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  );
}
