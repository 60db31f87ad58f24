import { auditVerbs, eventKinds } from "@parley/contract/ledger";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { everyLine } from "../../floor/log/log-throttle.ts";

/**
 * Writes the audit entry with the names and values of that time, which the ledger does not hold; after the commit it
 * writes a log line without names and values.
 */
export const writeAuditEntry = inTransaction(auditVerbs, async (scope, event) => {
  const { actor } = scope;
  const { kind: verb, subject, name, changes = {} } = event;
  const type = eventKinds[verb].subject;
  await scope.db
    .insertInto("audit_entry")
    .values({
      company_id: scope.companyId,
      time: scope.now,
      actor_id: actor.id,
      actor_name: actor.name,
      verb,
      subject_type: type,
      subject_id: subject,
      subject_name: name,
      changes: JSON.stringify(changes),
    })
    .execute();
  const line = {
    [everyLine]: true,
    event: "audit",
    company: scope.companyId,
    actor: actor.id,
    verb,
    subject: { type, id: subject },
    fields: Object.keys(changes),
  };
  scope.afterCommit(() => scope.log.info(line, "Written to the audit log"));
});
