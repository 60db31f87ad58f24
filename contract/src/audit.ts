import { z } from "zod";
import { timestamp, uuid } from "./values.ts";

export const auditVerbs = [
  "agent_register",
  "agent_disable",
  "agent_enable",
  "agent_make_admin",
  "agent_unmake_admin",
  "agent_update",
  "agent_invite",
  "agent_invite_again",
  "agent_withdraw_invitation",
  "agent_accept_invitation",
  "agent_send_reset",
  "client_block",
  "client_unblock",
  "client_update",
  "client_merge",
  "client_unmerge",
  "department_create",
  "department_rename",
  "department_delete",
  "channel_connect",
  "company_update",
] as const;
export const auditVerb = z.enum(auditVerbs);
export type AuditVerb = z.infer<typeof auditVerb>;

/** Who changed what. `changes` holds what was before and what is now, by field. */
export const auditEntry = z.object({
  id: z.number().int().positive(),
  time: timestamp,
  actor_name: z.string(),
  verb: auditVerb,
  subject_type: z.enum(["agent", "client", "department", "channel", "company"]),
  subject_id: uuid.nullable(),
  subject_name: z.string(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z.object({ before: z.coerce.number().int().positive().optional() });
