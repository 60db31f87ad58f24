/** Automatic messages, as administrators write, switch and delete them. */
import type { AutomaticMessage, AutomaticSettings } from "@parley/contract/automatic";
import { reasonOf } from "@parley/contract/reasons";
import { languages } from "@parley/contract/sessions";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { departmentNames } from "../../people/departments/pick.ts";
import {
  type AutomaticRow,
  columnsOf,
  listAutomatic,
  mostAutomatic,
  selectAutomatic,
  viewAutomatic,
} from "./rows.ts";

/** 409 when a company has the most it may, 400 for an unknown department or account. */
export async function createAutomatic(scope: Scope, settings: AutomaticSettings): Promise<AutomaticMessage> {
  await lockCompany(scope);
  if ((await listAutomatic(scope)).length >= mostAutomatic)
    throw conflict("conflict", reasonOf("automatic_most", { max: mostAutomatic }));
  await checkPlaces(scope, settings);
  const row = await scope.db
    .insertInto("automatic_message")
    .values({ company_id: scope.companyId, created_on: scope.now, ...columnsOf(settings, scope.now) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(scope, "automatic_create", row);
  return viewAutomatic(row);
}

/** Occasions before the change do not count for the changed message. */
export async function updateAutomatic(
  scope: Scope,
  id: string,
  settings: AutomaticSettings,
): Promise<AutomaticMessage> {
  await lockCompany(scope);
  const before = await find(scope, id);
  await checkPlaces(scope, settings);
  const row = await write(scope, id, columnsOf(settings, scope.now));
  const names = await placeNames(scope, [...before.channel_ids, ...row.channel_ids]);
  const changes = changesBetween(audited(before, names), audited(row, names));
  await recordChange(scope, "automatic_update", row, changes);
  return viewAutomatic(row);
}

export async function switchAutomatic(scope: Scope, id: string, enabled: boolean): Promise<AutomaticMessage> {
  await lockCompany(scope);
  const before = await find(scope, id);
  if ((before.enabled_on !== null) === enabled) return viewAutomatic(before);
  const row = await write(scope, id, { enabled_on: enabled ? scope.now : null });
  const changes = changesBetween({ enabled: !enabled }, { enabled });
  await recordChange(scope, "automatic_update", row, changes);
  return viewAutomatic(row);
}

/** Messages that it sent stay in their conversations. */
export async function deleteAutomatic(scope: Scope, id: string): Promise<void> {
  await lockCompany(scope);
  await find(scope, id);
  await recordChange(
    scope,
    "automatic_delete",
    await write(scope, id, { deleted_on: scope.now, enabled_on: null }),
  );
}

/** Serialises changes: the events of all of them have the company as their subject. */
async function lockCompany({ db, companyId }: Scope) {
  await db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forUpdate()
    .execute();
}

async function find(scope: Scope, id: string): Promise<AutomaticRow> {
  const row = await selectAutomatic(scope).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

type Columns = Partial<ReturnType<typeof columnsOf>> & { deleted_on?: Date };

function write(scope: Scope, id: string, to: Columns): Promise<AutomaticRow> {
  return scope.db
    .updateTable("automatic_message")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function checkPlaces(scope: Scope, { channelids, departmentids }: AutomaticSettings): Promise<void> {
  const departments = await departmentNames(scope);
  if (departmentids.some((id) => !departments.has(id)))
    throw invalid(reasonOf("field_invalid", { field: "departmentids" }));
  if (channelids.length === 0) return;
  const { count } = await scope.db
    .selectFrom("channel")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("id", "in", channelids)
    .executeTakeFirstOrThrow();
  if (Number(count) !== new Set(channelids).size)
    throw invalid(reasonOf("field_invalid", { field: "channelids" }));
}

/** The fields as the audit log shows them. A language without a text is null. */
function audited(row: AutomaticRow, names: Map<string, string>) {
  const namesOf = (ids: string[]) =>
    ids
      .map((id) => names.get(id) ?? id)
      .sort()
      .join(", ");
  const { texts, template_variables: variables } = viewAutomatic(row);
  return {
    name: row.name,
    occasion: row.occasion,
    enabled: row.enabled_on !== null,
    delay: row.delay_minutes,
    closes: row.closes,
    channels: namesOf(row.channel_ids),
    departments: namesOf(row.department_ids),
    default_language: row.default_language,
    template: row.template,
    template_variables: variables.map(({ part, name, from }) => `${part} ${name}: ${from}`).join(", "),
    ...Object.fromEntries(languages.map((of) => [`text_${of}`, texts[of] ?? null])),
  };
}

/** The names of all departments and of these accounts. */
async function placeNames(scope: Scope, channelIds: string[]): Promise<Map<string, string>> {
  const names = new Map(await departmentNames(scope));
  if (channelIds.length === 0) return names;
  const rows = await scope.db
    .selectFrom("channel")
    .select(["id", "name"])
    .where("company_id", "=", scope.companyId)
    .where("id", "in", channelIds)
    .execute();
  for (const { id, name } of rows) names.set(id, name);
  return names;
}

async function recordChange(
  scope: Scope,
  kind: "automatic_create" | "automatic_update" | "automatic_delete",
  { id, name }: AutomaticRow,
  changes: ReturnType<typeof changesBetween> = {},
) {
  await record(scope, { kind, subject: scope.companyId, name, facts: { automatic: id }, changes });
}
