import type { FieldOwner } from "@parley/contract/field-types";
import type { FieldFilter } from "@parley/contract/field-values";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";

/** A condition on tickets or clients; null without a filter. The text is compared with the column of the field's type. */
export function hasValue(owner: FieldOwner, { field, value }: FieldFilter): RawBuilder<boolean> | null {
  if (!field) return null;
  const compared = value === undefined ? sql`true` : sql`(${sql.join(comparisons(value), sql` or `)})`;
  return sql<boolean>`exists (select from ${sql.table(`${owner}_value`)} x
    where x.company_id = ${sql.ref(`${owner}.company_id`)} and ${sql.ref(`x.${owner}_id`)} = ${sql.ref(`${owner}.id`)}
      and x.field_id = ${field} and ${compared})`;
}

/** Compares the columns that can hold the text: a value is in one of them. */
function comparisons(value: string): RawBuilder<unknown>[] {
  const number = value.trim() === "" ? Number.NaN : Number(value);
  return [
    sql`x.text = ${value}`,
    ...(Number.isFinite(number) ? [sql`x.number = ${number}`] : []),
    ...(z.iso.date().safeParse(value).success && value >= "0001" ? [sql`x.day = ${value}::date`] : []),
    ...(["true", "false"].includes(value) ? [sql`x.yes = ${value === "true"}`] : []),
    ...(z.uuid().safeParse(value).success ? [sql`x.choice = ${value}`] : []),
  ];
}
