/** Rules, as administrators write, order, switch and delete them: each under the company's lock, with a line in the audit log. */

import { programEventTypes, readsTickets } from "@parley/contract/program-event-kinds";
import { reasonOf } from "@parley/contract/reasons";
import { ruleLimits } from "@parley/contract/rule-words";
import type {
  Rule,
  RuleList,
  RuleSettings,
  switchRule as switchBody,
  UpdateRule,
  undoRule as undoBody,
} from "@parley/contract/rules";
import { sql } from "kysely";
import type { z } from "zod";
import { asJson, sortedJson } from "../../floor/database/json.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, notFound } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { checkFields } from "../../support/conditions/reading.ts";
import { nameIn, nameReferred } from "../../support/conditions/referred.ts";
import {
  findRule,
  listRules,
  namedIn,
  type RuleDefinition,
  type RuleRow,
  selectRules,
  viewRule,
} from "./rows.ts";

type Admin = Scope<AgentActor>;

/** It comes last. 409 when the company has the most it may, 400 for what it names and is gone. */
export async function createRule(scope: Admin, settings: RuleSettings): Promise<Rule> {
  await lockCompany(scope);
  await checkRoom(scope);
  const definition = definitionOf(settings);
  await checkNamed(scope, definition);
  const { rows } = await sql<{ number: number; place: number }>`
    select coalesce(max(number), 0)::integer + 1 as number, coalesce(max(place), 0)::integer + 1 as place from rule
    where company_id = ${scope.companyId}`.execute(scope.db);
  const { id } = await scope.db
    .insertInto("rule")
    .values({
      ...{
        company_id: scope.companyId,
        version: 1,
        number: rows[0]?.number ?? 1,
        place: rows[0]?.place ?? 1,
      },
      enabled_on: settings.enabled ? scope.now : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeVersion(scope, { id, version: 1 }, definition);
  await record(scope, {
    kind: "rule_create",
    subject: scope.companyId,
    name: settings.name,
    facts: { rule: id },
  });
  return viewRule(scope, id);
}

/** 409 when the version that was changed is not the newest any more. */
export async function updateRule(scope: Admin, { ruleid, version, ...settings }: UpdateRule): Promise<Rule> {
  await lockCompany(scope);
  const before = await findRule(scope, ruleid);
  if (before.version !== version) throw conflict("conflict", "rule_changed");
  return change(scope, before, definitionOf(settings), settings.enabled);
}

/** The settings of an earlier version become the newest one. */
export async function undoRule(scope: Admin, { ruleid, version }: z.output<typeof undoBody>): Promise<Rule> {
  await lockCompany(scope);
  const before = await findRule(scope, ruleid);
  const earlier = await scope.db
    .selectFrom("rule_version")
    .select(["name", "departments", "heard", "condition", "actions", "stops"])
    .where("company_id", "=", scope.companyId)
    .where("rule_id", "=", ruleid)
    .where("version", "=", version)
    .executeTakeFirst();
  if (!earlier) throw invalid("rule_version_unknown");
  return change(scope, before, earlier, before.enabled_on !== null);
}

/** 400 for one that is switched on and names what is gone. */
export async function switchRule(
  scope: Admin,
  { ruleid, enabled }: z.output<typeof switchBody>,
): Promise<Rule> {
  await lockCompany(scope);
  const before = await findRule(scope, ruleid);
  if ((before.enabled_on !== null) === enabled) return viewRule(scope, ruleid);
  if (enabled) await checkNamed(scope, before);
  await write(scope, ruleid, { enabled_on: enabled ? scope.now : null, off_gone: null, off_name: null });
  await recordUpdate(scope, before, changesBetween({ enabled: !enabled }, { enabled }));
  return viewRule(scope, ruleid);
}

/** Rules that are not named keep their order, after the named ones. 404 for one that there is not. */
export async function orderRules(scope: Admin, ids: string[]): Promise<RuleList> {
  await lockCompany(scope);
  const rules = await selectRules(scope).execute();
  if (ids.some((id) => !rules.some((rule) => rule.id === id))) throw notFound();
  const rank = new Map([...new Set(ids)].map((id, at) => [id, at]));
  const ordered = rules.toSorted(
    (one, other) => (rank.get(one.id) ?? rules.length) - (rank.get(other.id) ?? rules.length),
  );
  if (ordered.every(({ id }, at) => id === rules[at]?.id)) return listRules(scope);
  const places = ordered.map(({ id }, at) => ({ id, place: at + 1 }));
  await sql`update rule set place = p.place from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) p (id uuid, place integer)
    where rule.company_id = ${scope.companyId} and rule.id = p.id`.execute(scope.db);
  await record(scope, { kind: "rule_order", subject: scope.companyId, name: "", facts: {} });
  return listRules(scope);
}

/** Its changes of tickets stay, and so does what is known of its runs. */
export async function deleteRule(scope: Admin, id: string): Promise<void> {
  await lockCompany(scope);
  const { name } = await findRule(scope, id);
  await write(scope, id, { deleted_on: scope.now, enabled_on: null });
  await endWaits(scope, id);
  await record(scope, { kind: "rule_delete", subject: scope.companyId, name, facts: { rule: id } });
}

async function change(
  scope: Admin,
  before: RuleRow,
  definition: RuleDefinition,
  enabled: boolean,
): Promise<Rule> {
  if (enabled) await checkNamed(scope, definition);
  const changes = changesBetween(
    { ...audited(before), enabled: before.enabled_on !== null },
    { ...audited(definition), enabled },
  );
  const fields = Object.keys(changes);
  if (fields.length === 0) return viewRule(scope, before.id);
  const version = fields.some((field) => field !== "enabled") ? before.version + 1 : before.version;
  if (version > before.version) await writeVersion(scope, { id: before.id, version }, definition);
  await write(scope, before.id, {
    version,
    enabled_on: enabled ? (before.enabled_on ?? scope.now) : null,
    ...{ off_gone: null, off_name: null },
  });
  if ("when" in changes) await askWaitsAnew(scope, before.id);
  await recordUpdate(scope, before, changes);
  return viewRule(scope, before.id);
}

const definitionOf = ({
  name,
  departmentids,
  when,
  condition,
  actions,
  stops,
}: Omit<RuleSettings, "enabled">) => ({
  ...{ name, departments: departmentids, heard: when, condition, actions, stops },
});

async function checkRoom(scope: Admin): Promise<void> {
  const rules = await selectRules(scope).execute();
  if (rules.length >= ruleLimits.perCompany)
    throw conflict("conflict", reasonOf("rules_full", { max: ruleLimits.perCompany }));
}

/** Throws 400 for the first thing that the rule names and that is not there. */
async function checkNamed(scope: Scope, definition: RuleDefinition): Promise<void> {
  await checkFields(scope, definition.condition);
  const all = namedIn(definition);
  const named = await nameReferred(scope, all);
  for (const one of all) {
    const { gone, name } = nameIn(named)(one);
    if (gone) throw invalid(reasonOf("rule_names_gone", { name: name ?? one.id }));
  }
  await checkWebhook(scope, definition);
}

/** Throws 400 for a webhook that does not read tickets, since its maker may not read them. */
async function checkWebhook({ db, companyId }: Scope, { actions }: RuleDefinition): Promise<void> {
  const id = actions.find((action) => action.kind === "webhook")?.webhookid;
  if (!id) return;
  const { name, types } = await db
    .selectFrom("webhook")
    .select(["name", "types"])
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!readsTickets(programEventTypes.filter((type) => types.includes(type))))
    throw invalid(reasonOf("webhook_reads_no_tickets", { name }));
}

async function writeVersion(
  scope: Admin,
  { id, version }: { id: string; version: number },
  { heard, condition, actions, ...rest }: RuleDefinition,
): Promise<void> {
  await scope.db
    .insertInto("rule_version")
    .values({
      ...{ company_id: scope.companyId, rule_id: id, version },
      ...{ changed_by: scope.actor.id, changed_on: scope.now, ...rest },
      heard: asJson(heard),
      condition: asJson(condition),
      actions: asJson(actions),
    })
    .execute();
}

type Columns = {
  version?: number;
  enabled_on?: Date | null;
  off_gone?: RuleRow["off_gone"];
  off_name?: string | null;
  deleted_on?: Date;
};

export async function write({ db, companyId }: Scope, id: string, columns: Columns): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("rule")
    .set(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound();
}

/** With another length, waits that are noted are asked again at once. */
async function askWaitsAnew({ db, companyId, now }: Scope, id: string): Promise<void> {
  await db
    .updateTable("rule_wait")
    .set({ due_on: now })
    .where("company_id", "=", companyId)
    .where("rule_id", "=", id)
    .where("due_on", "is not", null)
    .execute();
}

async function endWaits({ db, companyId }: Scope, id: string): Promise<void> {
  await db.deleteFrom("rule_wait").where("company_id", "=", companyId).where("rule_id", "=", id).execute();
}

async function recordUpdate(
  scope: Admin,
  { id, name }: RuleRow,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  const facts = { rule: id, fields: Object.keys(changes) };
  await record(scope, { kind: "rule_update", subject: scope.companyId, name, facts, changes });
}

/** The settings as the audit log shows them. */
const audited = ({ name, departments, heard, condition, actions, stops }: RuleDefinition) => ({
  name,
  departments: departments?.toSorted().join(", ") ?? null,
  when: sortedJson(heard),
  condition: sortedJson(condition),
  actions: sortedJson(actions),
  stops,
});
