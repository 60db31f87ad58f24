/**
 * A condition implies these of a row, in the columns of indexes, so that a table of closed tickets is read by them where a
 * leaf allows it. Each holds of every row for which the condition holds; `holdsSql` says whether it does.
 */
import { type CustomField, customFieldOf } from "@parley/contract/conditions/custom-fields";
import { type Field, fieldOf } from "@parley/contract/conditions/fields";
import { type Condition, isLeaf, type Leaf, nobody } from "@parley/contract/conditions/tree";
import { wantedIds } from "@parley/contract/conditions/wanted";
import { type RawBuilder, sql } from "kysely";
import { compare, type SqlReading, type Subject } from "./to-sql.ts";

type Implied = RawBuilder<boolean>;

export function impliedBy(condition: Condition, reading: SqlReading, subject: Subject = "ticket"): Implied[] {
  return neededLeaves(condition).flatMap((leaf) => {
    const field = fieldOf(leaf.field);
    if (!field || leaf.operator === "none_of") return [];
    const custom = customFieldOf(leaf.field);
    const implied = custom
      ? ofCustom(custom, field, leaf, reading, subject)
      : ofColumn(field, leaf, reading, subject);
    return implied ?? [];
  });
}

/** The leaves that hold wherever the condition does. */
function neededLeaves(condition: Condition): Leaf[] {
  if (isLeaf(condition)) return [condition];
  if ("all" in condition) return condition.all.flatMap(neededLeaves);
  const [only, ...others] = "any" in condition ? condition.any : [];
  return only && others.length === 0 ? neededLeaves(only) : [];
}

const clientId: Record<Subject, RawBuilder<unknown>> = {
  ticket: sql`ticket.client_id`,
  client: sql`client.id`,
};

function ofColumn(field: Field, leaf: Leaf, reading: SqlReading, subject: Subject): Implied | null {
  const namesIds = ["choice", "rank", "reference", "references"].includes(field.type);
  const ids = namesIds ? wantedIds(leaf, reading, field.choices) : [];
  switch (leaf.field) {
    case "department":
      return sql`ticket.department_id = any(${ids}::uuid[])`;
    case "channel":
      return sql`ticket.channel_id = any(${ids}::uuid[])`;
    case "handler":
      if (!ids.includes(nobody)) return sql`ticket.handler_id = any(${ids}::uuid[])`;
      return ids.length === 1 ? sql`ticket.handler_id is null` : null;
    case "stage":
      if (!ids.includes("closed")) return sql`ticket.closed_on is null`;
      return ids.length === 1 ? sql`ticket.closed_on is not null` : null;
    case "priority":
      return ids.includes("normal")
        ? null
        : sql`(ticket.priority <> 'normal' and ticket.priority = any(${ids}::text[]))`;
    case "tags":
      return sql`ticket.id in (select x.ticket_id from ticket_tag x
        where x.company_id = ticket.company_id and x.tag_id = any(${ids}::uuid[]))`;
    case "client_tags":
      return sql`${clientId[subject]} in (select x.client_id from client_tag x
        where x.company_id = ${sql.id(subject, "company_id")} and x.tag_id = any(${ids}::uuid[]))`;
    case "organisation":
      return subject === "client"
        ? sql`client.organisation_id = any(${ids}::uuid[])`
        : sql`ticket.client_id in (select x.id from client x
            where x.company_id = ticket.company_id and x.organisation_id = any(${ids}::uuid[]))`;
    case "unanswered_since":
    case "unaccepted_since":
      return sql`ticket.closed_on is null`;
    case "waits_for_client":
      return leaf.value === true ? sql`ticket.closed_on is null` : null;
    case "due":
      return leaf.value === "none" ? null : sql`ticket.goal_due_on is not null`;
    case "spam":
      return leaf.value === true ? sql`ticket.spam_on is not null` : null;
    case "created_on":
    case "closed_on":
      return sql`${compare(sql.id("ticket", leaf.field), field, leaf, reading)}`;
    default:
      return null;
  }
}

const holders: Record<Subject, Partial<Record<CustomField["owner"], RawBuilder<unknown>>>> = {
  ticket: { ticket: sql`ticket.id`, client: sql`ticket.client_id` },
  client: { client: sql`client.id`, organisation: sql`client.organisation_id` },
};

/** A text is compared without case and accents, which no index of values is: it implies that there is a value. */
function ofCustom(
  { owner, type, id }: CustomField,
  field: Field,
  leaf: Leaf,
  reading: SqlReading,
  subject: Subject,
): Implied | null {
  const holder = holders[subject][owner];
  if (!holder) return null;
  const columns = { number: "number", date: "day", yes_no: "yes", text: null, link: null } as const;
  const column = type === "choice" ? null : columns[type];
  const valued = column ? sql`${compare(sql.id("x", column), field, leaf, reading)}` : null;
  const chosen =
    type === "choice" ? sql`x.choice = any(${wantedIds(leaf, reading)}::uuid[])` : (valued ?? sql`true`);
  return sql`${holder} in (select ${sql.id("x", `${owner}_id`)} from ${sql.table(`${owner}_value`)} x
    where x.company_id = ${sql.id(subject, "company_id")} and x.field_id = ${id}::uuid and ${chosen})`;
}
