import { ruleLimits } from "@parley/contract/rule-words";
import type { Rule, RuleAction, RuleList, RuleVersions } from "@parley/contract/rules";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import {
  distinct,
  type NamedIn,
  nameIn,
  nameReferred,
  referredIn,
} from "../../support/conditions/referred.ts";

/** A rule with the settings of its newest version. A deleted one is left out. */
export function selectRules({ db, companyId }: Pick<Scope, "db" | "companyId">) {
  return db
    .selectFrom("rule")
    .innerJoin("rule_version", (join) =>
      join
        .onRef("rule_version.company_id", "=", "rule.company_id")
        .onRef("rule_version.rule_id", "=", "rule.id")
        .onRef("rule_version.version", "=", "rule.version"),
    )
    .select(["rule.id", "rule.number", "rule.place", "rule.enabled_on", "rule.off_gone", "rule.off_name"])
    .select([...settingsColumns])
    .where("rule.company_id", "=", companyId)
    .where("rule.deleted_on", "is", null)
    .orderBy("rule.place")
    .orderBy("rule.number")
    .limit(ruleLimits.perCompany);
}

const settingsColumns = [
  ...(["rule_version.version", "rule_version.name", "rule_version.departments"] as const),
  ...(["rule_version.heard", "rule_version.condition", "rule_version.actions"] as const),
  ...(["rule_version.stops", "rule_version.changed_by", "rule_version.changed_on"] as const),
] as const;

export type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>["execute"]>>[number];
/** The part of a rule that decides. */
export type RuleDefinition = Pick<
  RuleRow,
  "name" | "departments" | "heard" | "condition" | "actions" | "stops"
>;

export async function listRules(scope: Scope): Promise<RuleList> {
  const rows = await selectRules(scope).execute();
  return { rules: await viewRules(scope, rows), time_zone: await companyTimeZone(scope) };
}

export async function viewRule(scope: Scope, id: string): Promise<Rule> {
  const [rule] = await viewRules(scope, await selectRules(scope).where("rule.id", "=", id).execute());
  if (!rule) throw notFound();
  return rule;
}

export async function findRule(scope: Scope, id: string): Promise<RuleRow> {
  const row = await selectRules(scope).where("rule.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export async function listVersions(scope: Scope, id: string): Promise<RuleVersions> {
  const { id: ruleId } = await findRule(scope, id);
  const rows = await scope.db
    .selectFrom("rule_version")
    .select([...settingsColumns])
    .where("company_id", "=", scope.companyId)
    .where("rule_id", "=", ruleId)
    .orderBy("version", "desc")
    .limit(ruleLimits.versions)
    .execute();
  const makers = await nameAgents(scope, rows);
  return {
    versions: rows.map((row) => ({
      ...viewSettings({ ...row, id: ruleId }),
      changed_on: row.changed_on.toISOString(),
      changed_by_name: makers(row.changed_by),
    })),
  };
}

export const viewSettings = (row: RuleDefinition & { id: string; version: number }) => ({
  ruleid: row.id,
  version: row.version,
  name: row.name,
  departmentids: row.departments,
  when: row.heard,
  condition: row.condition,
  actions: row.actions,
  stops: row.stops,
});

async function viewRules(scope: Scope, rows: RuleRow[]): Promise<Rule[]> {
  const named = await nameReferred(scope, rows.flatMap(namedIn));
  const makers = await nameAgents(scope, rows);
  const runs = await countRuns(scope, rows);
  return rows.map((row) => ({
    ...viewSettings(row),
    enabled: row.enabled_on !== null,
    off: row.off_gone && { gone: row.off_gone, name: row.off_name ?? "" },
    refers: namedIn(row).map(nameIn(named)),
    runs: runs.get(row.id)?.runs ?? 0,
    ran_on: runs.get(row.id)?.ran_on.toISOString() ?? null,
    changed_on: row.changed_on.toISOString(),
    changed_by_name: makers(row.changed_by),
  }));
}

async function countRuns({ db, companyId, now }: Scope, rows: RuleRow[]) {
  if (rows.length === 0) return new Map<string, { runs: number; ran_on: Date }>();
  const { rows: counted } = await sql<{ id: string; runs: number; ran_on: Date }>`
    select rule_id as id, count(*)::integer as runs, max(time) as ran_on from rule_run
    where company_id = ${companyId} and rule_id = any(${rows.map(({ id }) => id)}::uuid[])
      and time > ${new Date(now.getTime() - ruleLimits.kept)}
    group by rule_id`.execute(db);
  return new Map(counted.map((row) => [row.id, row]));
}

async function nameAgents(scope: Scope, rows: { changed_by: string }[]): Promise<(id: string) => string> {
  const ids = [...new Set(rows.map(({ changed_by }) => changed_by))];
  if (ids.length === 0) return () => "";
  const agents = await scope.db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name"])
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  const names = new Map(agents.map((agent) => [agent.id, agentName(agent)]));
  return (id) => names.get(id) ?? "";
}

/** The things that a rule names, in its departments, its condition and what it does. */
export function namedIn({
  departments,
  condition,
  actions,
}: Pick<RuleDefinition, "departments" | "condition" | "actions">): NamedIn[] {
  const ofDepartments = (departments ?? []).map((id): NamedIn => ({ kind: "department", id }));
  return distinct([...ofDepartments, ...referredIn(condition), ...actions.flatMap(namedByAction)]);
}

function namedByAction(action: RuleAction): NamedIn[] {
  switch (action.kind) {
    case "tag":
      return [...action.add, ...action.remove].map((id) => ({ kind: "tag", id }));
    case "field":
      return [{ kind: "field", id: action.fieldid }];
    case "move":
      return [{ kind: "department", id: action.departmentid }];
    case "assign":
      return [{ kind: "agent", id: action.userid }];
    case "notify":
      return action.userids.map((id) => ({ kind: "agent", id }));
    case "webhook":
      return [{ kind: "webhook", id: action.webhookid }];
    case "send":
      return [{ kind: "bubble", id: action.bubbleid }];
    default:
      return [];
  }
}
