/**
 * Opening hours by the wall clock, and the faults of those entered. Free of zod, which the console's first load does
 * without; the schemas are in `opening-hours.ts`.
 */

/** Times as HH:MM. With `next_day` the span ends on the day after the one it belongs to. */
export type Span = { from: string; to: string; next_day: boolean };

/**
 * An exception replaces the weekday's spans on one date, or on that date of every year. Without spans the day
 * is closed.
 */
export type HoursException = { date: string; yearly: boolean; name: string; spans: Span[] };

export type OpeningHours = {
  time_zone: string;
  /** Seven lists, Monday first. */
  days: Span[][];
  exceptions: HoursException[];
};

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

export const dayMinutes = 1_440;

/** Minutes since the midnight with which the day begins; `to` may lie beyond the next one. */
export type Minutes = { from: number; to: number };

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

export const minutesOf = ({ from, to, next_day }: Span): Minutes => ({
  from: minuteOf(from),
  to: minuteOf(to) + (next_day ? dayMinutes : 0),
});

/** The spans that begin on a date (YYYY-MM-DD). An exception of that very date wins over a yearly one. */
export function spansOn(
  { days, exceptions }: Pick<OpeningHours, "days" | "exceptions">,
  date: string,
): Span[] {
  const once = exceptions.find((one) => !one.yearly && one.date === date);
  const found = once ?? exceptions.find((one) => one.yearly && one.date.slice(5) === date.slice(5));
  return found?.spans ?? days[weekdayOf(date)] ?? [];
}

/** The weekday of a date; 0 is Monday. */
export const weekdayOf = (date: string): number => (new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7;

export type SpanIssue = "end_before_start" | "longer_than_day" | "overlap";

/** The fault of each span of a day; `before` are the spans of the day before, which may reach into this one. */
export function spanIssues(spans: readonly Span[], before: readonly Span[] = []): (SpanIssue | null)[] {
  const reaching = before
    .map(minutesOf)
    .map(({ from, to }) => ({ from: from - dayMinutes, to: to - dayMinutes }));
  const all = spans.map(minutesOf);
  return all.map((one, index) => {
    if (one.to <= one.from) return "end_before_start";
    if (one.to - one.from > dayMinutes) return "longer_than_day";
    const others = [...reaching, ...all.slice(0, index)];
    return others.some((other) => one.from < other.to && other.from < one.to) ? "overlap" : null;
  });
}

/** True if an earlier exception has the same date. */
export function isRepeated(exceptions: readonly HoursException[], index: number): boolean {
  const { date, yearly } = exceptions[index] as HoursException;
  const day = (one: string) => (yearly ? one.slice(5) : one);
  return exceptions.slice(0, index).some((one) => one.yearly === yearly && day(one.date) === day(date));
}
