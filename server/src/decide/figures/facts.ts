import type { FigureFilter } from "@parley/contract/figures";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { isCrossed, type Range } from "./range.ts";

/**
 * Selects the facts of the filter, from the smallest table that holds them. A fact's day, agent, measure, bucket and
 * count.
 */
export function facts(
  scope: Scope,
  filter: FigureFilter,
  { before: first, to }: Pick<Range, "before" | "to">,
  byAgent = false,
): RawBuilder<unknown> {
  const { channel, agent, tag } = filter;
  const days = (of: RawBuilder<unknown>) => sql`${of}.day between ${first}::date and ${to}::date`;
  if (isCrossed(filter) || (tag && byAgent)) {
    const ofAgent = agent ? sql`and x.agent_id = ${agent}` : sql``;
    return sql`(select x.day, x.agent_id, x.measure, x.bucket, x.count from figure_span f cross join unnest(f.facts) x
      where ${spansOf(scope, filter)} and f.last_day >= ${first}::date and f.first_day <= ${to}::date and ${days(sql`x`)} ${ofAgent})`;
  }
  const grain = grainOf(filter, scope.actor.departments === "all", byAgent);
  const chosen = [
    ...ofDepartments(scope, filter),
    sql`f.grain = ${grain}`,
    days(sql`f`),
    ...(tag ? [sql`f.tag_id = ${tag}`] : []),
    ...(channel ? [sql`f.channel_id = ${channel}`] : []),
    ...(agent ? [sql`f.agent_id = ${agent}`] : []),
  ];
  return sql`(select f.day, f.agent_id, f.measure, f.bucket, f.count from figure_day f
    where ${sql.join(chosen, sql` and `)})`;
}

type Narrowed = Pick<FigureFilter, "department" | "channel" | "tag">;

/** A condition on rows `f` of `figure_span`, but for days and agents. */
export function spansOf(scope: Scope, { department, channel, tag }: Narrowed): RawBuilder<unknown> {
  const chosen = ofDepartments(scope, { department });
  if (channel) chosen.push(sql`f.channel_id = ${channel}`);
  if (tag) chosen.push(sql`f.tags @> array[${tag}::uuid]`);
  return sql.join(chosen, sql` and `);
}

function ofDepartments({ companyId, actor }: Scope, { department }: Pick<FigureFilter, "department">) {
  const conditions = [sql`f.company_id = ${companyId}`];
  if (actor.departments !== "all") conditions.push(sql`f.department_id = any(${actor.departments}::uuid[])`);
  if (department) conditions.push(sql`f.department_id = ${department}`);
  return conditions;
}

type Grain = "company" | "person" | "department" | "agent" | "tag";

/** The coarsest rows that have what is asked: of all departments together where the reader sees them all. */
function grainOf(
  { department, channel, agent, tag }: FigureFilter,
  seesAll: boolean,
  byAgent: boolean,
): Grain {
  if (tag) return "tag";
  const whole = seesAll && !department && !channel;
  if (byAgent) return whole ? "person" : "agent";
  if (channel || agent) return "agent";
  return whole ? "company" : "department";
}
