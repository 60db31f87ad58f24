/**
 * Conditions in SQL. Each field has one expression over a row of `ticket`, or of `client`; the operators of a type are written once. The
 * meanings stand in the contract's table of fields, and `conditions.test.ts` holds this against its evaluator.
 */
import { type CustomField, customFieldOf } from "@parley/contract/conditions/custom-fields";
import { type Field, type FieldName, fieldOf, isFieldName } from "@parley/contract/conditions/fields";
import {
  type Condition,
  type Duration,
  isLeaf,
  type Leaf,
  leavesOf,
  nobody,
  type Operator,
  partsOf,
} from "@parley/contract/conditions/tree";
import {
  lengthOf,
  type Reading,
  wantedDay,
  wantedIds,
  wantedMoment,
} from "@parley/contract/conditions/wanted";
import type { FieldType } from "@parley/contract/field-types";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../../floor/database/schema.ts";
import { unreadInMerged } from "../ticket/merged.ts";
import { waitsForClientSql } from "../ticket/waits-for-client.ts";

/** `now` is the moment from which durations are measured. */
export type SqlReading = Reading & { now: Date };

/** The table whose rows a condition is asked of. */
export type Subject = "ticket" | "client";

type Expression = RawBuilder<unknown>;

/** A row that is joined to each ticket: the join takes a third of the time of a look-up in the list of columns. */
type Joined = {
  table: "client" | "ticket_read" | `${CustomField["owner"]}_value`;
  as: string;
  on: Expression;
};
/** Each may be joined by those before it. */
type Fact = { value: Expression; joined?: Joined[] };

/** A call of `fold` takes five times as long as its body. A row folds a text once for all conditions. */
const folded = (text: Expression) => sql`lower(unaccent('unaccent'::regdictionary, ${text}))`;

const client: Joined = {
  table: "client",
  as: "asked_client",
  on: sql`asked_client.company_id = ticket.company_id and asked_client.id = ticket.client_id`,
};
const readBy = (viewer: string | null): Joined => ({
  table: "ticket_read",
  as: "asked_read",
  on: sql`asked_read.company_id = ticket.company_id and asked_read.ticket_id = ticket.id
    and asked_read.agent_id = ${viewer}::uuid`,
});

const facts: Record<FieldName, (reading: SqlReading) => Expression | Fact> = {
  stage:
    () => sql`case when ticket.closed_on is not null then 'closed' when ticket.handler_id is not null then 'accepted'
    when ticket.reopened_on is not null then 'reopened' else 'pending' end`,
  handler: () => sql`coalesce(ticket.handler_id::text, ${nobody})`,
  department: () => sql`ticket.department_id::text`,
  platform: () => sql`ticket.platform::text`,
  channel: () => sql`ticket.channel_id::text`,
  priority: () => sql`ticket.priority::text`,
  tags: () => sql`array(select x.tag_id from ticket_tag x
    where x.company_id = ticket.company_id and x.ticket_id = ticket.id)`,
  client_tags: () => sql`array(select x.tag_id from client_tag x
    where x.company_id = ticket.company_id and x.client_id = ticket.client_id)`,
  organisation: () => ({ value: sql`asked_client.organisation_id::text`, joined: [client] }),
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
  unread: ({ viewer }) => ({
    value: sql`greatest(0, ticket.client_messages - coalesce(asked_read.client_messages, 0) + ${unreadInMerged(viewer)})`,
    joined: [readBy(viewer)],
  }),
  rating: () => sql`ticket.rating`,
  subject: () => folded(sql`ticket.mail_subject`),
  client_name: () => ({ value: folded(sql`asked_client.name`), joined: [client] }),
  client_number: () => ({ value: folded(sql`asked_client.account_number`), joined: [client] }),
};

const valueColumns: Record<FieldType, (row: string) => Expression> = {
  text: (row) => folded(sql.id(row, "text")),
  link: (row) => folded(sql.id(row, "text")),
  number: (row) => sql.id(row, "number"),
  date: (row) => sql.id(row, "day"),
  choice: (row) => sql`${sql.id(row, "choice")}::text`,
  yes_no: (row) => sql.id(row, "yes"),
};

/** A row has the id of a custom field's owner there. */
const ownerIds: Record<Subject, Partial<Record<CustomField["owner"], Expression>>> = {
  ticket: {
    ticket: sql`ticket.id`,
    client: sql`ticket.client_id`,
    organisation: sql`asked_client.organisation_id`,
  },
  client: { client: sql`client.id`, organisation: sql`client.organisation_id` },
};

/** The one row that holds the value of a custom field bears the field's id. */
function factOfCustom({ owner, type, id }: CustomField, subject: Subject): Fact | null {
  const owned = ownerIds[subject][owner];
  if (!owned) return null;
  const value: Joined = {
    table: `${owner}_value`,
    as: id,
    on: sql`${sql.id(id, "company_id")} = ${sql.id(subject, "company_id")} and ${sql.id(id, `${owner}_id`)} = ${owned}
      and ${sql.id(id, "field_id")} = ${id}::uuid`,
  };
  const throughClient = subject === "ticket" && owner === "organisation";
  return { value: valueColumns[type](id), joined: throughClient ? [client, value] : [value] };
}

/** The fields of a condition on clients, over a row of `client`. */
const factsOfClient: Partial<Record<FieldName, Expression>> = {
  client_tags: sql`array(select x.tag_id from client_tag x
    where x.company_id = client.company_id and x.client_id = client.id)`,
  organisation: sql`client.organisation_id::text`,
  client_name: folded(sql`client.name`),
  client_number: folded(sql`client.account_number`),
};

/** Null for a name that no field of the subject has. */
function factOf(name: string, reading: SqlReading, subject: Subject): Fact | null {
  const custom = customFieldOf(name);
  if (custom) return factOfCustom(custom, subject);
  if (!isFieldName(name)) return null;
  const fact = subject === "ticket" ? facts[name](reading) : factsOfClient[name];
  if (!fact) return null;
  return "value" in fact ? fact : { value: fact };
}

/** Adds to tickets the columns of the row of facts that the conditions read. */
export function withFacts<Row>(
  tickets: SelectQueryBuilder<Database, "ticket", Row>,
  conditions: Condition[],
  reading: SqlReading,
) {
  const names = new Set(conditions.flatMap((one) => leavesOf(one).map(({ leaf }) => leaf.field)));
  const read = [...names].flatMap((name) => {
    const fact = factOf(name, reading, "ticket");
    return fact ? [{ name, ...fact }] : [];
  });
  const joins = new Map(read.flatMap(({ joined = [] }) => joined.map((one) => [one.as, one] as const)));
  let query = tickets;
  for (const { table, as, on } of joins.values())
    query = query.leftJoin(sql<object>`${sql.table(table)}`.as(as), (join) =>
      join.on(sql<boolean>`${on}`),
    ) as typeof tickets;
  return query.select(read.map(({ name, value }) => value.as(name)));
}

type OfLeaf = (leaf: Leaf) => RawBuilder<boolean>;

/** Joins what each leaf says: true or false, never null. */
export function joinLeaves(condition: Condition, ofLeaf: OfLeaf): RawBuilder<boolean> {
  if (isLeaf(condition)) return ofLeaf(condition);
  const parts = partsOf(condition).map((part) => joinLeaves(part, ofLeaf));
  if ("not" in condition) return sql`(not ${parts[0]})`;
  const every = "all" in condition;
  if (parts.length === 0) return every ? sql`true` : sql`false`;
  return sql`(${sql.join(parts, every ? sql` and ` : sql` or `)})`;
}

/** Asks the leaf of a row of `facts`. */
export const leafOfFacts =
  (reading: SqlReading): OfLeaf =>
  (leaf) =>
    leafSql(leaf, reading, fieldOf(leaf.field) ? sql.id("facts", leaf.field) : null);

/**
 * The condition on a row of `ticket` or `client` itself, for a statement that asks one condition. Rows that `withFacts`
 * joins are looked up where a leaf asks for one.
 */
export function holdsSql(
  condition: Condition,
  reading: SqlReading,
  subject: Subject = "ticket",
): RawBuilder<boolean> {
  return joinLeaves(condition, (leaf) => {
    const fact = factOf(leaf.field, reading, subject);
    return leafSql(leaf, reading, fact && lookedUp(fact));
  });
}

function lookedUp({ value, joined = [] }: Fact): Expression {
  if (joined.length === 0) return value;
  const joins = joined.map(({ table, as, on }) => sql`left join ${sql.table(table)} ${sql.id(as)} on ${on}`);
  return sql`(select ${value} from (select) one ${sql.join(joins, sql` `)})`;
}

/** Compares the column of the leaf's field; null stands for a field that is gone. */
function leafSql(leaf: Leaf, reading: SqlReading, column: Expression | null): RawBuilder<boolean> {
  const field = fieldOf(leaf.field);
  if (!field || !column) return leaf.operator === "none_of" ? sql`true` : sql`false`;
  const holds = compare(column, field, leaf, reading);
  return leaf.operator === "none_of" ? sql`(not coalesce(${holds}, false))` : sql`coalesce(${holds}, false)`;
}

const comparisons: Partial<Record<Operator, RawBuilder<unknown>>> = {
  at_least: sql`>=`,
  at_most: sql`<=`,
  from: sql`>=`,
  before: sql`<`,
};

export function compare(column: Expression, field: Field, leaf: Leaf, reading: SqlReading): Expression {
  const { value, operator } = leaf;
  switch (field.type) {
    case "choice":
    case "rank":
    case "reference":
      return isAmong(column, wantedIds(leaf, reading, field.choices));
    case "references":
      return sql`${column} && ${wantedIds(leaf, reading)}::uuid[]`;
    case "yes_no":
      return sql`${column} = ${value}::boolean`;
    case "number":
      return sql`${column} ${comparisons[operator] ?? sql`=`} ${value}::integer`;
    case "decimal":
      return sql`${column} ${comparisons[operator] ?? sql`=`} ${value}::double precision`;
    case "date":
      return sql`${column} ${comparisons[operator] ?? sql`=`} ${wantedDay(leaf, reading, reading.now.getTime())}::date`;
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
    return sql`${column} ${comparisons[operator]} ${new Date(wantedMoment(leaf, reading))}`;
  }
  const moment = new Date(reading.now.getTime() - lengthOf(value as Duration));
  return operator === "longer_ago" ? sql`${column} <= ${moment}` : sql`${column} > ${moment}`;
}
