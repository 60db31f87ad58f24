/** The fields of a company, as administrators define them. */
import { randomUUID } from "node:crypto";
import type {
  CreateField,
  Field,
  FieldChoice,
  orderFields as orderBody,
  UpdateField,
} from "@parley/contract/fields";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { z } from "zod";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import {
  choicesOf,
  type FieldRow,
  findField,
  listFields,
  selectFields,
  unknownField,
  viewField,
} from "./rows.ts";

/** 409 for a name in use and when the company has the most it may, 400 for choices that the type does not have. */
export async function createField(
  scope: Scope,
  { owner, name, type, choices = [] }: CreateField,
): Promise<Field> {
  await lockCompany(scope);
  const fields = await selectFields(scope).where("owner", "=", owner).execute();
  if (fields.length >= limits.fieldsPerOwner)
    throw conflict("conflict", reasonOf("fields_full", { max: limits.fieldsPerOwner }));
  await checkName(scope, owner, name);
  const field = await scope.db
    .insertInto("field")
    .values({
      ...{ company_id: scope.companyId, owner, name, type, created_on: scope.now },
      place: Math.max(0, ...fields.map(({ place }) => place)) + 1,
      choices: JSON.stringify(changedChoices({ type, choices: [] }, choices)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(scope, { kind: "field_create", subject: scope.companyId, name, facts: { field: field.id } });
  return viewField(field);
}

export async function updateField(
  scope: Scope,
  { fieldid, name, choices, archived }: UpdateField,
): Promise<Field> {
  await lockCompany(scope);
  const before = await findField(scope, fieldid);
  if (name !== undefined) await checkName(scope, before.owner, name, fieldid);
  const archivedOn = archived ? (before.archived_on ?? scope.now) : null;
  const field = await write(scope, fieldid, {
    name: name ?? before.name,
    archived_on: archived === undefined ? before.archived_on : archivedOn,
    ...(choices && { choices: JSON.stringify(changedChoices(before, choices)) }),
  });
  const changes = changesBetween(audited(before), audited(field));
  const fields = Object.keys(changes);
  if (fields.length > 0)
    await record(scope, {
      kind: "field_update",
      subject: scope.companyId,
      name: before.name,
      facts: { field: fieldid, fields },
      changes,
    });
  return viewField(field);
}

/** 404 for a field that the owner lacks, 409 unless all of them are named once. */
export async function orderFields(
  scope: Scope,
  { owner, fieldids }: z.output<typeof orderBody>,
): Promise<Field[]> {
  await lockCompany(scope);
  const fields = await selectFields(scope)
    .where("owner", "=", owner)
    .orderBy("place")
    .orderBy("id")
    .execute();
  const before = fields.map(({ id }) => id);
  if (fieldids.some((id) => !before.includes(id))) throw unknownField();
  if (String(before.toSorted()) !== String(fieldids.toSorted()))
    throw conflict("conflict", "field_order_stale");
  if (String(before) === String(fieldids)) return listFields(scope);
  await sql`update field f set place = w.place from unnest(${fieldids}::uuid[]) with ordinality w (id, place)
    where f.company_id = ${scope.companyId} and f.id = w.id`.execute(scope.db);
  const nameOf = (id: string) => fields.find((one) => one.id === id)?.name;
  const order = (ids: string[]) => ids.map(nameOf).join(", ");
  await record(scope, {
    kind: "field_order",
    subject: scope.companyId,
    name: owner,
    facts: { owner },
    changes: { order: { from: order(before), to: order(fieldids) } },
  });
  return listFields(scope);
}

export function write(
  scope: Scope,
  id: string,
  to: { name?: string; choices?: string; archived_on?: Date | null; deleted_on?: Date },
): Promise<FieldRow> {
  return scope.db
    .updateTable("field")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const audited = (field: FieldRow) => ({
  name: field.name,
  choices: choicesOf(field)
    .filter(({ archived }) => !archived)
    .map(({ name }) => name)
    .join(", "),
  archived: field.archived_on !== null,
});

async function checkName(scope: Scope, owner: FieldRow["owner"], name: string, own?: string): Promise<void> {
  const same = await selectFields(scope)
    .where("owner", "=", owner)
    .where(sql<boolean>`fold(name) = fold(${name}::text)`)
    .executeTakeFirst();
  if (same && same.id !== own) throw conflict("conflict", reasonOf("field_exists", { name: same.name }));
}

/** The choices in their new order; those left out are archived, since values name them. */
function changedChoices(
  field: Pick<FieldRow, "type" | "choices">,
  wanted: { choiceid?: string | undefined; name: string }[],
): FieldChoice[] {
  const known = field.choices as FieldChoice[];
  const isChoice = field.type === "choice";
  if (isChoice ? wanted.length === 0 : wanted.length > 0) throw invalid("field_choices_wrong");
  const names = new Set(wanted.map(({ name }) => name.toLowerCase()));
  const mine = new Set(known.map(({ choiceid }) => choiceid));
  if (names.size < wanted.length || wanted.some(({ choiceid }) => choiceid && !mine.has(choiceid)))
    throw invalid("field_choices_wrong");
  const choices = wanted.map(({ choiceid = randomUUID(), name }) => ({ choiceid, name }));
  const kept = new Set(choices.map(({ choiceid }) => choiceid));
  const archived = known
    .filter(({ choiceid }) => !kept.has(choiceid))
    .map((choice) => ({ ...choice, archived: true as const }));
  const all = [...choices, ...archived];
  if (all.length > limits.fieldChoices)
    throw invalid(reasonOf("field_choices_full", { max: limits.fieldChoices }));
  return all;
}
