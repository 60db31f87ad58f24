import { builtInViews, countedNames } from "@parley/contract/built-in-views";
import { type Condition, leavesOf } from "@parley/contract/conditions/tree";
import type { ViewCounts } from "@parley/contract/views";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { joinLeaves, leafOfFacts, withFacts } from "../conditions/to-sql.ts";
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
  const leaves = new Map(
    conditions.flatMap((one) => leavesOf(one).map(({ leaf }) => [JSON.stringify(leaf), leaf] as const)),
  );
  const keys = new Map([...leaves.keys()].map((leaf, at) => [leaf, `l${at}`]));
  const judge = leafOfFacts(reading);
  const judged = [...leaves.values()].map((leaf, at) => sql`${judge(leaf)} as ${sql.ref(`l${at}`)}`);
  const counts = conditions.map((condition, at) => {
    const holds = joinLeaves(condition, (leaf) => sql.id("judged", keys.get(JSON.stringify(leaf)) ?? ""));
    return sql`count(*) filter (where ${holds}) as ${sql.ref(`n${at}`)}`;
  });
  // With an offset each row's facts are read once, and each leaf that several views share is judged once.
  return sql<Record<string, string>>`select ${sql.join(counts)} from (
    select ${sql.join(judged)} from (${open} offset 0) facts offset 0) judged`;
}
