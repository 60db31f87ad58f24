/**
 * Generates row types for Kysely from a migrated database. `npm run check` compares the answer with schema.ts. Columns
 * whose values the contract names get the contract's type; every other type follows from the column.
 */
import type { Pool } from "pg";

const contractTypes: Record<string, string> = {
  "action.type": "ActionType",
  "agent.role": "Role",
  "agent.lang": "Language",
  "channel.platform": "Platform",
  "channel_signup.platform": "Platform",
  "draft.mail": "DraftMail",
  "outgoing.mail": "KeptMail",
  "outgoing.macro": "KeptMacro",
  "view.condition": "Condition",
  "view.sort": "ViewSort",
  "event.actor_kind": "ActorKind",
  "event.kind": "EventKind",
  "ticket.platform": "Platform",
  "ticket.last_message_type": "MessageType",
  "ticket.last_client_type": "MessageType",
  "notification.reason": "Reason",
  "webhook_delivery.reason": "Reason",
  "outgoing.stopped_why": "Reason",
  "notification.channel_platform": "Platform",
  "message.type": "MessageType",
  "note.type": "NoteType",
  "message.agent_reaction_reason": "Reason",
  "message.status_reason": "Reason",
  "message.change": "SentChange",
  "message_version.type": "MessageType",
  "queued_reaction.reason": "Reason",
  "file.reason": "Reason",
  "channel.broken_reason": "Reason",
  "message_template.reason": "Reason",
  "message_template.components": "TemplateComponents",
  "channel.broken_mend": "Mend",
  "channel.attention_reason": "Reason",
  "channel.attention_mend": "Mend",
  "client_identity.unreachable_reason": "Reason",
  "early_receipt.reason": "Reason",
  "message.status": "DeliveryStatus",
  "message.template": "FilledTemplate",
  "message_mail.sender": "MailAddress",
  "message_mail.to_list": "MailAddress[]",
  "message_mail.cc_list": "MailAddress[]",
  "message_mail.bcc_list": "MailAddress[]",
  "message_mail.reply_to": "MailAddress[]",
  "message_mail.why": "MailReason",
  "message_mail.marks": "MailMark[]",
  "shared_bubble.actions": "MacroAction[]",
  "rule_version.heard": "RuleWhen",
  "rule_version.condition": "Condition",
  "rule_version.actions": "RuleAction[]",
  "goal_policy.condition": "Condition",
  "webhook.condition": "Condition",
  "goal_policy.targets": "GoalTargets",
  "ticket.goal_due": "GoalName",
  "routing.weights": 'DepartmentRouting["weights"]',
  "agent_routing.shift": "Shift",
  "agent_routing.languages": 'AgentRouting["languages"]',
  "ticket_offer.why": "OfferWhy",
};

const imports = `import type { ColumnType } from "kysely";
import type { Role } from "@parley/contract/abilities";
import type { Mend } from "@parley/contract/channel-states";
import type { ViewSort } from "@parley/contract/built-in-views";
import type { Condition } from "@parley/contract/conditions/tree";
import type { DraftMail } from "@parley/contract/drafts";
import type { GoalName } from "@parley/contract/goal-words";
import type { GoalTargets } from "@parley/contract/goals";
import type { ActionType, ActorKind, EventKind } from "@parley/contract/ledger";
import type { KeptMail, MailAddress, MailMark, MailReason } from "@parley/contract/mail";
import type { DeliveryStatus, SentChange } from "@parley/contract/messages";
import type { NoteType } from "@parley/contract/notes";
import type { KeptMacro } from "@parley/contract/outgoing";
import type { Reason } from "@parley/contract/reasons";
import type { AgentRouting, DepartmentRouting, OfferWhy, Shift } from "@parley/contract/routing";
import type { RuleAction, RuleWhen } from "@parley/contract/rules";
import type { Language } from "@parley/contract/sessions";
import type { FilledTemplate, TemplateComponents } from "@parley/contract/templates";
import type { MacroAction } from "@parley/contract/shared-bubbles";
import type { MessageType } from "@parley/contract/timeline";
import type { Platform } from "@parley/contract/values";`;

const columnTypes: Record<string, string> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "Date",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "number",
  json: "unknown",
  jsonb: "unknown",
  text: "string",
  timestamptz: "Timestamp",
  uuid: "string",
  _int2: "number[]",
  _text: "string[]",
  _uuid: "string[]",
  _figure_fact: "unknown",
};

type Column = {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  always: boolean;
  check: string | null;
  /** The body of the function that the table's one check calls. */
  fits: string | null;
};

const columnsQuery = `
  select t.relname as table, a.attname as column, y.typname as type, not a.attnotnull as nullable,
    (a.atthasdef or a.attidentity <> '') as generated, a.attidentity = 'a' as always,
    (select pg_get_constraintdef(c.oid) from pg_constraint c
      where c.conrelid = t.oid and c.contype = 'c' and c.conkey = array[a.attnum] limit 1) as check,
    (select p.prosrc from pg_proc p where p.pronamespace = t.relnamespace and p.proname = t.relname || '_fits') as fits
  from pg_class t join pg_attribute a on a.attrelid = t.oid join pg_type y on y.oid = a.atttypid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname not like 'migration%'
    and a.attnum > 0 and not a.attisdropped
  order by t.relname, a.attname`;

export async function generateSchema(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(columnsQuery);
  const tables = Map.groupBy(rows, (row) => row.table);
  const shapes = [...tables].map(
    ([table, columns]) =>
      `export type ${typeName(table)} = {\n${columns.map((column) => `  ${column.column}: ${columnType(column)};`).join("\n")}\n};`,
  );
  const database = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`).join("\n");
  return [
    "// Generated from the migrations by `npm run schema`; never edited by hand.",
    imports,
    "type Timestamp = ColumnType<Date, Date | string, Date | string>;",
    // Kysely's own type only accepts a plain type.
    `type Generated<T> = T extends ColumnType<infer Select, infer Insert, infer Update>
      ? ColumnType<Select, Insert | undefined, Update>
      : ColumnType<T, T | undefined, T>;`,
    ...shapes,
    `export type Database = {\n${database}\n};\n`,
  ].join("\n\n");
}

function typeName(table: string) {
  return `${table.replace(/(^|_)(\w)/g, (_all, _start, letter: string) => letter.toUpperCase())}Table`;
}

function columnType(column: Column): string {
  const base =
    contractTypes[`${column.table}.${column.column}`] ?? allowedValues(column) ?? columnTypes[column.type];
  if (!base) throw new Error(`No type is known for ${column.table}.${column.column} (${column.type})`);
  const type = column.nullable && base !== "Role" ? `${base} | null` : base;
  return column.generated ? `Generated<${type}>` : type;
}

/** A check that lists the allowed values becomes a union of them. */
function allowedValues(column: Column): string | null {
  const list =
    column.check?.match(/= ANY \(\(?ARRAY\[(.*?)\]/)?.[1] ??
    column.fits?.match(new RegExp(`\\b${column.column} in \\((.*?)\\)`))?.[1];
  if (column.type !== "text" || !list) return null;
  return [...list.matchAll(/'([^']+)'/g)].map(([, value]) => `"${value}"`).join(" | ") || null;
}
