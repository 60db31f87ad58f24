/** Reads how many tickets wait at each hour of the week: from those that wait now it goes back to the first day, by what began and what ended. */
import { figureLimits } from "@parley/contract/figure-words";
import type { FigureFilter, Figures } from "@parley/contract/figures";
import { dayAt, offsetAt } from "@parley/contract/wall-clock";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { facts, spansOf } from "./facts.ts";
import { measures } from "./measures.ts";
import { type Days, daysOf, isCrossed } from "./range.ts";

/** Returns nothing for one agent, since a ticket that waits has none, nor for a range that begins too many days ago to be read. */
export async function readWaitingHours(
  scope: Scope,
  filter: FigureFilter,
  { range, zone }: Days,
): Promise<Figures["waiting_hours"]> {
  const now = momentAt(zone, scope.now);
  const since = { from: range.from, to: now.day };
  const most = isCrossed(filter) ? figureLimits.crossed : figureLimits.longest;
  if (filter.agent || range.from > now.day || daysOf(since).length > most) return [];
  const { rows } = await sql<{ day: string; hour: number; change: number }>`
    select day::text, bucket as hour, sum(case measure when ${measures.waits} then count else -count end)::integer as change
    from ${facts(scope, filter, { before: range.from, to: now.day })} f
    where measure in (${measures.waits}, ${measures.waits_no_more}) group by day, bucket`.execute(scope.db);
  const changes = new Map(rows.map(({ day, hour, change }) => [`${day} ${hour}`, change]));
  let waiting = await countWaitingSpans(scope, filter);
  for (const { change } of rows) waiting -= change;
  const hours = new Map<string, { weekday: number; hour: number; sum: number; days: number }>();
  for (const day of daysOf({ from: range.from, to: range.to < now.day ? range.to : now.day })) {
    const weekday = new Date(day).getUTCDay() || 7;
    for (let hour = 0; hour < 24 && (day < now.day || hour <= now.hour); hour++) {
      const key = `${weekday} ${hour}`;
      const at = hours.get(key) ?? { weekday, hour, sum: 0, days: 0 };
      hours.set(key, { weekday, hour, sum: at.sum + waiting, days: at.days + 1 });
      waiting += changes.get(`${day} ${hour}`) ?? 0;
    }
  }
  return [...hours.values()]
    .filter(({ sum }) => sum > 0)
    .map(({ weekday, hour, sum, days }) => ({ weekday, hour, waiting: Math.round((sum / days) * 10) / 10 }));
}

/** The day and the hour that the zone's clock shows. */
export function momentAt(zone: string, now: Date): { day: string; hour: number } {
  const wall = now.getTime() + offsetAt(zone, now.getTime());
  return { day: dayAt(zone, now.getTime()), hour: new Date(wall).getUTCHours() };
}

async function countWaitingSpans(scope: Scope, filter: FigureFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from figure_span f where f.waits and ${spansOf(scope, filter)}`.execute(
    scope.db,
  );
  return rows[0]?.count ?? 0;
}
