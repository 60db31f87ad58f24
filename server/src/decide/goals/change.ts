/** Policies of response goals, as administrators write, order and delete them: each change dates the open tickets anew. */
import { goalLimits } from "@parley/contract/goal-limits";
import type { GoalPolicy, GoalPolicyList, GoalSettings, UpdateGoalPolicy } from "@parley/contract/goals";
import { type Priority, priorities } from "@parley/contract/priorities";
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import { asJson } from "../../floor/database/json.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, notFound } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockCompany } from "../../people/company/lock.ts";
import { checkFields } from "../../support/conditions/reading.ts";
import { askToRedate } from "./redate.ts";
import { findPolicy, listPolicies, type PolicyDefinition, selectPolicies, viewPolicy } from "./rows.ts";

type Admin = Scope<AgentActor>;

/** It comes last. 409 when the company has the most it may. */
export async function createPolicy(scope: Admin, settings: GoalSettings): Promise<GoalPolicy> {
  await lockCompany(scope);
  const policies = await selectPolicies(scope).execute();
  if (policies.length >= goalLimits.perCompany)
    throw conflict("conflict", reasonOf("goals_full", { max: goalLimits.perCompany }));
  await checkFields(scope, settings.condition);
  const { id } = await scope.db
    .insertInto("goal_policy")
    .values({
      ...{ company_id: scope.companyId, place: (policies.at(-1)?.place ?? 0) + 1 },
      ...columnsOf(scope, settings),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const facts = { policy: id };
  await record(scope, { kind: "goal_create", subject: scope.companyId, name: settings.name, facts });
  await askToRedate(scope);
  return viewPolicy(scope, id);
}

export async function updatePolicy(
  scope: Admin,
  { policyid, ...settings }: UpdateGoalPolicy,
): Promise<GoalPolicy> {
  await lockCompany(scope);
  const before = await findPolicy(scope, policyid);
  await checkFields(scope, settings.condition);
  const changes = changesBetween(audited(before), audited(settings));
  const fields = Object.keys(changes);
  if (fields.length === 0) return viewPolicy(scope, policyid);
  await scope.db
    .updateTable("goal_policy")
    .set(columnsOf(scope, settings))
    .where("company_id", "=", scope.companyId)
    .where("id", "=", policyid)
    .execute();
  const facts = { policy: policyid, fields };
  const { name } = before;
  await record(scope, { kind: "goal_update", subject: scope.companyId, name, facts, changes });
  await askToRedate(scope);
  return viewPolicy(scope, policyid);
}

/** Policies that are not named keep their order, after the named ones. 404 for one that there is not. */
export async function orderPolicies(scope: Admin, ids: string[]): Promise<GoalPolicyList> {
  await lockCompany(scope);
  const policies = await selectPolicies(scope).execute();
  if (ids.some((id) => !policies.some((policy) => policy.id === id))) throw notFound();
  const rank = new Map([...new Set(ids)].map((id, at) => [id, at]));
  const ordered = policies.toSorted(
    (one, other) => (rank.get(one.id) ?? policies.length) - (rank.get(other.id) ?? policies.length),
  );
  if (ordered.every(({ id }, at) => id === policies[at]?.id)) return listPolicies(scope);
  const places = ordered.map(({ id }, at) => ({ id, place: at + 1 }));
  await sql`update goal_policy set place = p.place
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) p (id uuid, place integer)
    where goal_policy.company_id = ${scope.companyId} and goal_policy.id = p.id`.execute(scope.db);
  await record(scope, { kind: "goal_order", subject: scope.companyId, name: "", facts: {} });
  await askToRedate(scope);
  return listPolicies(scope);
}

/** Its clocks stop; those that have ended keep their outcomes. */
export async function deletePolicy(scope: Admin, id: string): Promise<void> {
  await lockCompany(scope);
  const { name } = await findPolicy(scope, id);
  await scope.db
    .updateTable("goal_policy")
    .set({ deleted_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await record(scope, { kind: "goal_delete", subject: scope.companyId, name, facts: { policy: id } });
  await askToRedate(scope);
}

const columnsOf = (
  { now }: Scope,
  { name, condition, targets, in_hours, pauses }: Omit<GoalSettings, "policyid">,
) => ({
  ...{ name, condition: asJson(condition), targets: asJson(targets), in_hours, pauses },
  changed_on: now,
});

/** The settings as the audit log shows them. */
const audited = ({ name, condition, targets, in_hours, pauses }: PolicyDefinition) => ({
  ...{ name, condition: sorted(condition), in_hours, pauses },
  ...{ goal_first: minutesOf(targets.first), goal_next: minutesOf(targets.next) },
  goal_solved: minutesOf(targets.solved),
});

/** The minutes of the four priorities, ascending. */
const minutesOf = (target: Record<Priority, number | null>): string =>
  priorities.map((priority) => target[priority] ?? "–").join(" · ");

/** PostgreSQL keeps the keys of an object in its own order. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
