import { type FieldOwner, fieldOwners } from "@parley/contract/field-types";
import type { FieldValue, FieldValues } from "@parley/contract/field-values";
import type { Field, FieldChoice, FieldUses } from "@parley/contract/fields";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { FieldTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";

export type FieldRow = Selectable<FieldTable>;

/** A deleted field is left out. */
export function selectFields({ db, companyId }: Pick<Scope, "db" | "companyId">) {
  return db
    .selectFrom("field")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("deleted_on", "is", null);
}

export const choicesOf = ({ choices }: FieldRow): FieldChoice[] => choices as FieldChoice[];

export const viewField = (field: FieldRow): Field => ({
  fieldid: field.id,
  owner: field.owner,
  name: field.name,
  type: field.type,
  choices: choicesOf(field),
  archived_on: field.archived_on?.toISOString() ?? null,
});

export async function listFields(scope: Scope): Promise<Field[]> {
  const fields = await selectFields(scope).orderBy("place").orderBy("id").execute();
  const rank = ({ owner }: FieldRow) => fieldOwners.indexOf(owner);
  return fields.toSorted((one, other) => rank(one) - rank(other)).map(viewField);
}

export const fieldsOf = async (scope: Scope, owner: FieldOwner): Promise<Field[]> =>
  (await listFields(scope)).filter((field) => field.owner === owner);

export async function findField(scope: Scope, id: string): Promise<FieldRow> {
  const field = await selectFields(scope).where("id", "=", id).executeTakeFirst();
  if (!field) throw unknownField();
  return field;
}

/** Until the commit it can be neither archived nor deleted, nor its choices changed. 404 for one that is not offered. */
export async function lockOffered(scope: Scope, owner: FieldOwner, id: string): Promise<FieldRow> {
  const field = await selectFields(scope)
    .where("id", "=", id)
    .where("owner", "=", owner)
    .where("archived_on", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!field) throw unknownField();
  return field;
}

export const unknownField = () => new Refusal(404, "not_found", "field_unknown");

export async function countUses(scope: Scope): Promise<FieldUses> {
  const uses: FieldUses = [];
  for (const owner of fieldOwners) uses.push(...(await countIn(scope, `${owner}_value`)));
  return uses;
}

async function countIn({ db, companyId }: Scope, table: `${FieldOwner}_value`): Promise<FieldUses> {
  const rows = await db
    .selectFrom(table)
    .select("field_id as fieldid")
    .select(({ fn }) => fn.countAll<string>().as("values"))
    .where("company_id", "=", companyId)
    .groupBy("field_id")
    .execute();
  return rows.map(({ fieldid, values }) => ({ fieldid, values: Number(values) }));
}

/**
 * The values of one ticket or client, which `readValues` reads; null where it has none. Written as a text it takes half
 * the time of `jsonb_object_agg`. A company without values looks once.
 */
export const valuesOf = (owner: FieldOwner, companyId: string, id: RawBuilder<unknown>) => {
  const table = sql.table(`${owner}_value`);
  return sql<
    string | null
  >`case when (select exists (select from ${table} x where x.company_id = ${companyId})) then
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text,
        '"' || x.choice || '"', to_json(x.day)::text), ',')
      from ${table} x where x.company_id = ${companyId} and ${sql.ref(`x.${owner}_id`)} = ${id}) end`;
};

export const readValues = (written: string): FieldValues => JSON.parse(`{${written}}`);

/** The value of a row, whose column follows from the field's type. */
const jsonOf = (row: string) => {
  const column = (name: string) => sql`to_jsonb(${sql.ref(`${row}.${name}`)})`;
  return sql`coalesce(${sql.join(["text", "number", "day", "yes", "choice"].map(column))})`;
};

/** The values of clients, by client. */
export const valuesOfClients = (scope: Scope, ids: string[]) => valuesByOwner(scope, "client", ids);

/** The values of organisations, by organisation. */
export const valuesOfOrganisations = (scope: Scope, ids: string[]) =>
  valuesByOwner(scope, "organisation", ids);

async function valuesByOwner(
  { db, companyId }: Scope,
  owner: FieldOwner,
  ids: string[],
): Promise<Map<string, FieldValues>> {
  if (ids.length === 0) return new Map();
  const key = sql.ref(`x.${owner}_id`);
  const { rows } = await sql<{ id: string; fields: FieldValues }>`
    select ${key} as id, jsonb_object_agg(x.field_id, ${jsonOf("x")}) as fields from ${sql.table(`${owner}_value`)} x
    where x.company_id = ${companyId} and ${key} = any(${ids}::uuid[]) group by ${key}`.execute(db);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** A value as a file shows it. */
export function valueText({ type, choices }: Field, value: FieldValue | undefined): string | number | null {
  if (value === undefined) return null;
  if (type === "choice") return choices.find(({ choiceid }) => choiceid === value)?.name ?? null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value;
}
