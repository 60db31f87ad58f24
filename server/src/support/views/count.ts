import { builtInViews, countedNames } from "@parley/contract/built-in-views";
import type { Condition } from "@parley/contract/conditions/tree";
import type { ViewCounts } from "@parley/contract/views";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { conditionSql, withFacts } from "../conditions/to-sql.ts";
import { visibleTo } from "../ticket/access.ts";
import { selectViews } from "./rows.ts";

/** Counts the open tickets of all views in one statement, which reads each ticket once. */
export async function countViews(scope: Scope<AgentActor>): Promise<ViewCounts> {
  const rows = await selectViews(scope).execute();
  const counted = new Map<string, Condition>([
    ...countedNames.map((name) => [name, builtInViews[name].condition] as const),
    ...rows.map(({ id, condition }) => [id, condition] as const),
  ]);
  const query = await countQuery(scope, [...counted.values()]);
  const { rows: numbers } = await query.execute(scope.db);
  return Object.fromEntries([...counted.keys()].map((key, at) => [key, Number(numbers[0]?.[`n${at}`])]));
}

export async function countQuery(scope: Scope<AgentActor>, conditions: Condition[]) {
  const { companyId, actor, now, db } = scope;
  const reading = { viewer: actor.id, zone: await companyTimeZone(scope), now };
  const tickets = db
    .selectFrom("ticket")
    .select(sql<number>`1`.as("one"))
    .where("ticket.company_id", "=", companyId)
    .where("ticket.closed_on", "is", null)
    .where(visibleTo(actor));
  const open = withFacts(tickets, conditions, reading);
  const counts = conditions.map(
    (condition, at) =>
      sql`count(*) filter (where ${conditionSql(condition, reading)}) as ${sql.ref(`n${at}`)}`,
  );
  return sql<
    Record<string, string>
  >`with facts as materialized (${open}) select ${sql.join(counts)} from facts`;
}
