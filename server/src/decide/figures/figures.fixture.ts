/** The figures as they are kept, and as they are counted from all tickets at once. */
import type { Context } from "../../floor/context.ts";
import { relayEvents } from "../../floor/ledger/relay.ts";
import { fillFigures, sweepFigures } from "./count.ts";

type World = { context: Context; companies: Record<string, { id: string }> };

/** Counts all that happened. */
export async function countAll(world: World): Promise<void> {
  await relayEvents(world.context);
  await sweepFigures(world.context);
  await fillFigures(world.context);
}

const grained = (facts: string) => `
  select g.grain, f.day::text, g.department_id, g.channel_id, g.agent_id, g.tag_id, f.measure, f.bucket, sum(f.count)::int as count
  from ${facts} cross join lateral figure_grains(f.department_id, f.channel_id, f.agent_id, f.tags, f.measure) g
  group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3 nulls first, 4 nulls first, 5 nulls first, 6 nulls first, 7, 8`;

export const keptFigures = async ({ context }: World) =>
  (
    await context.pool.query(`select grain, day::text, department_id, channel_id, agent_id, tag_id, measure, bucket, count
      from figure_day where count <> 0
      order by 1, 2, 3 nulls first, 4 nulls first, 5 nulls first, 6 nulls first, 7, 8`)
  ).rows;

/** The spans hold the same facts as the days. */
export const figuresOfSpans = async ({ context }: World) =>
  (
    await context.pool.query(
      grained(
        `(select s.department_id, s.channel_id, s.tags, x.* from figure_span s cross join unnest(s.facts) x) f`,
      ),
    )
  ).rows;

export const recountFigures = async ({ context, companies }: World) =>
  (
    await context.pool.query(
      grained(`(select f.* from unnest($1::uuid[]) c
        cross join lateral figure_facts(c, (select array_agg(t.id) from ticket t where t.company_id = c)) f) f`),
      [Object.values(companies).map(({ id }) => id)],
    )
  ).rows;
