/** The topics by which the audit log is filtered. */
import { type AuditVerb, auditVerbs, eventKinds, type SubjectType } from "./ledger.ts";

export const auditTopics = [
  ...(["sign_ins", "exports", "agents", "clients", "departments", "channels", "company"] as const),
] as const;
export type AuditTopic = (typeof auditTopics)[number];

const ofSubject: Readonly<Record<SubjectType, AuditTopic>> = {
  agent: "agents",
  client: "clients",
  department: "departments",
  channel: "channels",
  company: "company",
  /** Audit entries of tickets name the client. */
  ticket: "clients",
  inbox: "agents",
};
const ofVerb: Partial<Record<AuditVerb, AuditTopic>> = {
  user_login: "sign_ins",
  tickets_export: "exports",
  clients_export: "exports",
  audit_export: "exports",
  bubbles_export: "exports",
};

export const verbsOf = (topic: AuditTopic): AuditVerb[] =>
  auditVerbs.filter((verb) => (ofVerb[verb] ?? ofSubject[eventKinds[verb].subject]) === topic);
