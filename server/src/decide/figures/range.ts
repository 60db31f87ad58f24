import { figureLimits } from "@parley/contract/figure-words";
import type { FigureFilter } from "@parley/contract/figures";
import { dayAt } from "@parley/contract/wall-clock";
import { sql } from "kysely";
import { invalid } from "../../floor/errors/errors.ts";

export type Range = { from: string; to: string; before: string };
export type Days = { range: Range; zone: string };

const dayLength = 86_400_000;
const usual = 28;
/** Adds days to a day, as YYYY-MM-DD. */
export const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);

/** The days that a filter means, and the first of as many before. Refuses more than a year, and more than 92 days that read the tickets. */
export function rangeOf(
  filter: Pick<FigureFilter, "days" | "from" | "to" | "tag" | "channel" | "agent">,
  zone: string,
  now: Date,
): Range {
  const to = filter.to ?? dayAt(zone, now.getTime());
  const from = filter.from ?? plus(to, 1 - (filter.days ?? usual));
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayLength) + 1;
  const most = isCrossed(filter) ? figureLimits.crossed : figureLimits.longest;
  if (length < 1 || length > most) throw invalid("value_out_of_range");
  return { from, to, before: plus(from, -length) };
}

/** The days have no such row: it is counted from the tickets. */
export const isCrossed = ({
  tag,
  channel,
  agent,
}: Pick<FigureFilter, "tag" | "channel" | "agent">): boolean =>
  tag !== undefined && (channel !== undefined || agent !== undefined);

/** Returns the moments at which the days of a zone begin and have ended. */
export const boundsOf = ({ range: { from, to }, zone }: Days) => ({
  from: sql<Date>`(${from}::date)::timestamp at time zone ${zone}`,
  until: sql<Date>`(${to}::date + 1)::timestamp at time zone ${zone}`,
});

/** The days from one to another, both included. */
export function daysOf({ from, to }: Pick<Range, "from" | "to">): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = plus(day, 1)) days.push(day);
  return days;
}
