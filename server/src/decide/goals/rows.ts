import { goalLimits } from "@parley/contract/goal-limits";
import type { GoalPolicy, GoalPolicyList } from "@parley/contract/goals";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { nameIn, nameReferred, referredIn } from "../../support/conditions/referred.ts";

/** Selects the policies in their order, without deleted ones. */
export const selectPolicies = ({ db, companyId }: Pick<Scope, "db" | "companyId">) =>
  db
    .selectFrom("goal_policy")
    .select(["id", "place", "name", "condition", "targets", "in_hours", "pauses", "changed_on"])
    .where("company_id", "=", companyId)
    .where("deleted_on", "is", null)
    .orderBy("place")
    .orderBy("id")
    .limit(goalLimits.perCompany);

export type PolicyRow = Awaited<ReturnType<ReturnType<typeof selectPolicies>["execute"]>>[number];
export type PolicyDefinition = Pick<PolicyRow, "name" | "condition" | "targets" | "in_hours" | "pauses">;

export async function listPolicies(scope: Scope): Promise<GoalPolicyList> {
  const { db, companyId } = scope;
  const redating = await db
    .selectFrom("goal_redate")
    .select("company_id")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  return {
    policies: await viewPolicies(scope, await selectPolicies(scope).execute()),
    time_zone: await companyTimeZone(scope),
    redating: redating !== undefined,
  };
}

export async function viewPolicy(scope: Scope, id: string): Promise<GoalPolicy> {
  const [policy] = await viewPolicies(scope, [await findPolicy(scope, id)]);
  if (!policy) throw notFound();
  return policy;
}

/** 404 for one that there is not. */
export async function findPolicy(scope: Scope, id: string): Promise<PolicyRow> {
  const row = await selectPolicies(scope).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function viewPolicies(scope: Scope, rows: PolicyRow[]): Promise<GoalPolicy[]> {
  const named = await nameReferred(
    scope,
    rows.flatMap(({ condition }) => referredIn(condition)),
  );
  const counts = await countOutcomes(scope, rows);
  return rows.map(({ id, name, condition, targets, in_hours, pauses, changed_on }) => ({
    ...{ policyid: id, name, condition, targets, in_hours, pauses },
    refers: referredIn(condition).map(nameIn(named)),
    changed_on: changed_on.toISOString(),
    ended: counts.get(id)?.ended ?? 0,
    missed: counts.get(id)?.missed ?? 0,
  }));
}

async function countOutcomes({ db, companyId, now }: Scope, rows: PolicyRow[]) {
  const since = new Date(now.getTime() - goalLimits.triedDays * 86_400_000);
  const { rows: counted } = await sql<{ id: string; ended: number; missed: number }>`
    select policy_id as id, count(*)::integer as ended, count(missed_on)::integer as missed from goal_span
    where company_id = ${companyId} and policy_id = any(${rows.map(({ id }) => id)}::uuid[]) and ended_on > ${since}
    group by policy_id`.execute(db);
  return new Map(counted.map((one) => [one.id, one]));
}
