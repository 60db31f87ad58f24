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
import { type RawBuilder, sql } from "kysely";
import { unreadInMerged } from "../ticket/merged.ts";
import { waitsForClientSql } from "../ticket/waits-for-client.ts";

/** `now` is the moment from which durations are measured. */
export type SqlReading = Reading & { now: Date };

/** The table whose rows a condition is asked of. */
export type Subject = "ticket" | "client";

type Expression = RawBuilder<unknown>;

/** No agent has this id. */
const idOfNobody = "00000000-0000-0000-0000-000000000000";

/** A row that is joined to each ticket: the join takes a third of the time of a look-up in the list of columns. */
type Joined = {
  from: Expression;
  as: string;
  on: Expression;
  /** The rows of all asked tickets, which `factsOf` joins in place of `from`. */
  gathered?: Expression;
};
/** Each may be joined by those before it. */
type Fact = {
  value: Expression;
  joined?: Joined[];
  /** `factsOf` reads this in place of a look-up for each ticket. */
  gathered?: { value: Expression; joined: Joined[] };
};

/** Rows of all asked tickets: one walk along an index takes half as long as a look-up for each ticket. */
const ofAsked = (table: string, key: string, ids: "ticket_ids" | "client_ids") =>
  sql`${sql.table(table)} x where x.company_id = (select company_id from asked)
    and x.${sql.id(key)} = any((select ${sql.id(ids)} from asked)::uuid[])`;

/**
 * A call of `fold` takes five times as long as its body, and the dictionary of accents the most of that: letters without accents go
 * without it, where the small I is an i. A row folds a text once for all conditions.
 */
const folded = (
  text: Expression,
) => sql`(case when lower('I') = 'i' and octet_length(${text}) = length(${text})
  then lower(${text} collate "C") else lower(unaccent('unaccent'::regdictionary, ${text})) end collate "default")`;

const client: Joined = {
  from: sql`client`,
  gathered: sql`(select x.* from ${ofAsked("client", "id", "client_ids")})`,
  as: "asked_client",
  on: sql`asked_client.company_id = ticket.company_id and asked_client.id = ticket.client_id`,
};
const readBy = (viewer: string | null): Joined => ({
  from: sql`ticket_read`,
  as: "asked_read",
  on: sql`asked_read.company_id = ticket.company_id and asked_read.ticket_id = ticket.id
    and asked_read.agent_id = ${viewer}::uuid`,
});

function tagsOf(owner: "ticket" | "client", id: Expression): Fact {
  const [table, key, as] = [`${owner}_tag`, `${owner}_id`, `asked_${owner}_tags`];
  const from = sql`(select x.${sql.id(key)} as of, array_agg(x.tag_id) as ids
    from ${ofAsked(table, key, `${owner}_ids`)} group by x.${sql.id(key)})`;
  return {
    value: sql`array(select x.tag_id from ${sql.table(table)} x
      where x.company_id = ticket.company_id and x.${sql.id(key)} = ${id})`,
    gathered: { value: sql.id(as, "ids"), joined: [{ from, as, on: sql`${sql.id(as, "of")} = ${id}` }] },
  };
}

const failedIn = (ids: Expression) => sql`exists (select from failed_message x
  where x.company_id = ticket.company_id and x.ticket_id = any(${ids}))`;
const failed: Fact = {
  value: failedIn(sql`ticket.id || coalesce(ticket.merged_tickets, '{}')`),
  gathered: {
    value: sql`(asked_failed.of is not null
      or (ticket.merged_tickets is not null and ${failedIn(sql`ticket.merged_tickets`)}))`,
    joined: [
      {
        from: sql`(select distinct x.ticket_id as of from ${ofAsked("failed_message", "ticket_id", "ticket_ids")})`,
        as: "asked_failed",
        on: sql`asked_failed.of = ticket.id`,
      },
    ],
  },
};

const facts: Record<FieldName, (reading: SqlReading) => Expression | Fact> = {
  stage:
    () => sql`case when ticket.closed_on is not null then 'closed' when ticket.handler_id is not null then 'accepted'
    when ticket.reopened_on is not null then 'reopened' else 'pending' end`,
  handler: () => sql`coalesce(ticket.handler_id, ${idOfNobody}::uuid)`,
  department: () => sql`ticket.department_id`,
  platform: () => sql`ticket.platform::text`,
  channel: () => sql`ticket.channel_id`,
  priority: () => sql`ticket.priority::text`,
  tags: () => tagsOf("ticket", sql`ticket.id`),
  client_tags: () => tagsOf("client", sql`ticket.client_id`),
  organisation: () => ({ value: sql`asked_client.organisation_id`, joined: [client] }),
  waits_for_client: () => waitsForClientSql,
  unanswered_since: () => sql`case when ticket.closed_on is null then ticket.client_waits_since end`,
  unaccepted_since: () => sql`case when ticket.closed_on is null and ticket.handler_id is null
    then greatest(ticket.created_on, ticket.reopened_on) end`,
  updated_on: () => sql`ticket.updated_on`,
  created_on: () => sql`ticket.created_on`,
  closed_on: () => sql`ticket.closed_on`,
  due: () => sql`ticket.goal_due_on`,
  goal_missed: ({ now }) =>
    sql`(ticket.goal_missed is true or coalesce(ticket.goal_due_on <= ${now}, false))`,
  snoozed: () => sql`(ticket.snoozed_on is not null)`,
  failed: () => failed,
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
  choice: (row) => sql.id(row, "choice"),
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
    from: sql.table(`${owner}_value`),
    ...(owner !== "organisation" && {
      gathered: sql`(select x.* from ${ofAsked(`${owner}_value`, `${owner}_id`, `${owner}_ids`)} and x.field_id = ${id}::uuid)`,
    }),
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
  organisation: sql`client.organisation_id`,
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

/** The facts that the conditions read of `tickets`, which has all columns of `ticket`; each row has the ticket's id. */
export function factsOf(tickets: Expression, conditions: Condition[], reading: SqlReading): Expression {
  const names = new Set(conditions.flatMap((one) => leavesOf(one).map(({ leaf }) => leaf.field)));
  const read = [...names].flatMap((name) => {
    const fact = factOf(name, reading, "ticket");
    return fact ? [{ name, ...(fact.gathered ?? fact) }] : [];
  });
  const joined = new Map(
    read.flatMap(({ joined = [] }) =>
      joined.map((one) => [one.as, { ...one, from: one.gathered ?? one.from }] as const),
    ),
  );
  const columns = [sql`ticket.id`, ...read.map(({ name, value }) => sql`${value} as ${sql.id(name)}`)];
  return sql`with asked as materialized (
      select (array_agg(company_id))[1] as company_id, array_agg(id) as ticket_ids, array_agg(client_id) as client_ids
      from (${tickets}) ticket)
    select ${sql.join(columns)} from (${tickets}) ticket ${joinsOf([...joined.values()])}`;
}

const joinsOf = (joined: Joined[]): Expression =>
  sql.join(
    joined.map(({ from, as, on }) => sql`left join ${from} ${sql.id(as)} on ${on}`),
    sql` `,
  );

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
 * The condition on a row of `ticket` or `client` itself, for a statement that asks one condition. Rows that `factsOf`
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
  return sql`(select ${value} from (select) one ${joinsOf(joined)})`;
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
      return isChoice(column, wantedIds(leaf, reading, field.choices));
    case "reference":
      return sql`${column} = any(${wantedIds(leaf, reading).map((id) => (id === nobody ? idOfNobody : id))}::uuid[])`;
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
    case "deadline":
      return compareDeadline(column, leaf, reading);
    case "text":
      return operator === "is"
        ? sql`${column} = fold(${value}::text)`
        : sql`position(fold(${value}::text) in ${column}) > 0`;
  }
}

/** A field has few choices, and a list of them takes three times as long as a comparison with one. */
function isChoice(column: Expression, choices: string[]): Expression {
  if (choices.length === 0) return sql`false`;
  return sql`(${sql.join(
    choices.map((choice) => sql`${column} = ${choice}::text`),
    sql` or `,
  )})`;
}

function compareDeadline(column: Expression, { operator, value }: Leaf, { now }: SqlReading): Expression {
  if (value === "none") return sql`${column} is null`;
  if (operator === "is") return sql`${column} <= ${now}`;
  return sql`(${column} > ${now} and ${column} <= ${new Date(now.getTime() + lengthOf(value as Duration))})`;
}

function compareTime(column: Expression, leaf: Leaf, reading: SqlReading): Expression {
  const { operator, value } = leaf;
  if (operator === "before" || operator === "from") {
    return sql`${column} ${comparisons[operator]} ${new Date(wantedMoment(leaf, reading))}`;
  }
  const moment = new Date(reading.now.getTime() - lengthOf(value as Duration));
  return operator === "longer_ago" ? sql`${column} <= ${moment}` : sql`${column} > ${moment}`;
}
