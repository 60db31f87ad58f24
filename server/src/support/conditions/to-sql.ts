/**
 * Conditions in SQL. Each field has one expression over a row of `ticket`; the operators of a type are written once. The
 * meanings stand in the contract's table of fields, and `conditions.test.ts` holds this against its evaluator.
 */

import { type Field, type FieldName, fieldNames, fieldOf } from "@parley/contract/conditions/fields";
import {
  type Condition,
  type Duration,
  isLeaf,
  type Leaf,
  leavesOf,
  nobody,
  partsOf,
} from "@parley/contract/conditions/tree";
import { lengthOf, type Reading, wantedIds, wantedMoment } from "@parley/contract/conditions/wanted";
import { type RawBuilder, sql } from "kysely";
import { unreadInMerged } from "../ticket/merged.ts";
import { waitsForClientSql } from "../ticket/waits-for-client.ts";

/** `now` is the moment from which durations are measured. */
export type SqlReading = Reading & { now: Date };

type Expression = RawBuilder<unknown>;

/** A text is folded here, so that a row folds it once for all conditions. */
const expressions: Record<FieldName, (reading: SqlReading) => Expression> = {
  stage:
    () => sql`case when ticket.closed_on is not null then 'closed' when ticket.handler_id is not null then 'accepted'
    when ticket.reopened_on is not null then 'reopened' else 'pending' end`,
  handler: () => sql`coalesce(ticket.handler_id::text, ${nobody})`,
  department: () => sql`ticket.department_id::text`,
  platform: () => sql`ticket.platform::text`,
  channel: () => sql`ticket.channel_id::text`,
  priority: () => sql`ticket.priority::text`,
  tags: () => sql`array(select x.tag_id::text from ticket_tag x
    where x.company_id = ticket.company_id and x.ticket_id = ticket.id)`,
  waits_for_client: () => waitsForClientSql,
  unanswered_since: () => sql`case when ticket.closed_on is null then ticket.client_waits_since end`,
  unaccepted_since: () => sql`case when ticket.closed_on is null and ticket.handler_id is null
    then greatest(ticket.created_on, ticket.reopened_on) end`,
  updated_on: () => sql`ticket.updated_on`,
  created_on: () => sql`ticket.created_on`,
  closed_on: () => sql`ticket.closed_on`,
  snoozed: () => sql`(ticket.snoozed_on is not null and ticket.snoozed_by is not null)`,
  failed: () => sql`exists (select from failed_message x
    where x.company_id = ticket.company_id and (x.ticket_id = ticket.id or x.ticket_id = any(ticket.merged_tickets)))`,
  spam: () => sql`(is_spam(ticket.closed_on, ticket.spam_on) and ticket.spam_by is not null)`,
  unread: ({
    viewer,
  }) => sql`greatest(0, ticket.client_messages - coalesce((select r.client_messages from ticket_read r
    where r.company_id = ticket.company_id and r.ticket_id = ticket.id and r.agent_id = ${viewer}::uuid), 0)
    + ${unreadInMerged(viewer)})`,
  rating: () => sql`ticket.rating`,
  subject: () => sql`fold(ticket.mail_subject)`,
  client_name: () => sql`(select fold(c.name) from client c
    where c.company_id = ticket.company_id and c.id = ticket.client_id)`,
  client_number: () => sql`(select fold(c.account_number) from client c
    where c.company_id = ticket.company_id and c.id = ticket.client_id)`,
};

/** The columns of a row of facts that the conditions read, to be selected from `ticket`. */
export function factColumns(conditions: Condition[], reading: SqlReading) {
  const named = new Set(conditions.flatMap((one) => leavesOf(one).map(({ leaf }) => leaf.field)));
  return fieldNames.filter((name) => named.has(name)).map((name) => expressions[name](reading).as(name));
}

/** The condition on a row of `facts`: true or false, never null. */
export function conditionSql(condition: Condition, reading: SqlReading): RawBuilder<boolean> {
  if (isLeaf(condition)) return leafSql(condition, reading);
  const parts = partsOf(condition).map((part) => conditionSql(part, reading));
  if ("not" in condition) return sql`(not ${parts[0]})`;
  const every = "all" in condition;
  if (parts.length === 0) return every ? sql`true` : sql`false`;
  return sql`(${sql.join(parts, every ? sql` and ` : sql` or `)})`;
}

function leafSql(leaf: Leaf, reading: SqlReading): RawBuilder<boolean> {
  const field = fieldOf(leaf.field);
  if (!field) return leaf.operator === "none_of" ? sql`true` : sql`false`;
  const holds = compare(sql.ref(`facts.${leaf.field}`), field, leaf, reading);
  return leaf.operator === "none_of" ? sql`(not coalesce(${holds}, false))` : sql`coalesce(${holds}, false)`;
}

function compare(column: Expression, field: Field, leaf: Leaf, reading: SqlReading): Expression {
  const { value, operator } = leaf;
  switch (field.type) {
    case "choice":
    case "rank":
    case "reference":
      return isAmong(column, wantedIds(leaf, reading, field.choices));
    case "references":
      return sql`${column} && ${wantedIds(leaf, reading)}::text[]`;
    case "yes_no":
      return sql`${column} = ${value}::boolean`;
    case "number":
      if (operator === "at_least") return sql`${column} >= ${value}::integer`;
      return operator === "at_most"
        ? sql`${column} <= ${value}::integer`
        : sql`${column} = ${value}::integer`;
    case "time":
      return compareTime(column, leaf, reading);
    case "text":
      return operator === "is"
        ? sql`${column} = fold(${value}::text)`
        : sql`position(fold(${value}::text) in ${column}) > 0`;
  }
}

/** One value is compared at a third of the cost of a list. */
function isAmong(column: Expression, [first, ...others]: string[]): Expression {
  if (first === undefined) return sql`false`;
  return others.length > 0
    ? sql`${column} = any(${[first, ...others]}::text[])`
    : sql`${column} = ${first}::text`;
}

function compareTime(column: Expression, leaf: Leaf, reading: SqlReading): Expression {
  const { operator, value } = leaf;
  if (operator === "before" || operator === "from") {
    const moment = new Date(wantedMoment(leaf, reading));
    return operator === "before" ? sql`${column} < ${moment}` : sql`${column} >= ${moment}`;
  }
  const moment = new Date(reading.now.getTime() - lengthOf(value as Duration));
  return operator === "longer_ago" ? sql`${column} <= ${moment}` : sql`${column} > ${moment}`;
}
