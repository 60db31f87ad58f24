import { z } from "zod";
import { auditTopics } from "./audit-topics.ts";
import { auditSubjects, auditVerbs } from "./ledger.ts";
import { timestamp, uuid } from "./values.ts";

export const auditVerb = z.enum(auditVerbs);

/** An audit entry. `changes` holds the values before and after, by field. */
export const auditEntry = z.object({
  id: z.number().int().positive(),
  time: timestamp,
  actor_name: z.string(),
  verb: auditVerb,
  subject_type: z.enum(auditSubjects),
  subject_id: uuid.nullable(),
  subject_name: z.string(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `agent` acted. `from` and `to` are days of the company's zone, both included. */
export const auditFilter = z.object({
  agent: uuid.optional(),
  topic: z.enum(auditTopics).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditQuery = auditFilter.extend({ before: z.coerce.number().int().positive().optional() });
