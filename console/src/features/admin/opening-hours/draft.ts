import {
  isRepeated,
  type OpeningHours,
  type Span,
  type SpanIssue,
  spanIssues,
  spansOn,
} from "@parley/contract/open-days";
import { isClock, readClock } from "./clock.ts";

/** The faults of an entered span or date; each has a text. */
export type Issue = SpanIssue | "missing" | "unreadable" | "date_missing" | "date_repeated";

const workday = [{ from: "09:00", to: "17:00", next_day: false }];

/** The proposal where no hours are set: Monday to Friday, to be changed. */
export const usualHours = (time_zone: string): OpeningHours => ({
  time_zone,
  days: [workday, workday, workday, workday, workday, [], []],
  exceptions: [],
});

/** The issues by list (`days.0`, `exceptions.2`), an entry for each span; null where there is no fault. */
export type Issues = {
  days: (Issue | null)[][];
  exceptions: { date: Issue | null; spans: (Issue | null)[] }[];
};

export function issuesOf({ days, exceptions }: OpeningHours): Issues {
  return {
    days: days.map((spans, index) => issuesOfSpans(spans, days[(index + 6) % 7])),
    exceptions: exceptions.map(({ date, spans }, index) => ({
      date: date === "" ? "date_missing" : isRepeated(exceptions, index) ? "date_repeated" : null,
      spans: issuesOfSpans(spans),
    })),
  };
}

/** Incomplete spans are compared with no other. */
function issuesOfSpans(spans: Span[], before: Span[] = []): (Issue | null)[] {
  const found = spanIssues(spans.filter(isFilled), before.filter(isFilled));
  return spans.map((span) => {
    if (isFilled(span)) return found.shift() ?? null;
    return span.from.trim() === "" || span.to.trim() === "" ? "missing" : "unreadable";
  });
}

const isFilled = ({ from, to }: Span) => isClock(from) && isClock(to);

/** The span that the typed times mean: one that ends at or before its start ends on the next day. */
export function settle({ from: begun, to: ended }: Span): Span {
  const from = readClock(begun) ?? begun;
  const to = readClock(ended) ?? ended;
  return { from, to, next_day: isClock(from) && isClock(to) && to <= from };
}

/** The hours that the typed times mean. */
export const settled = ({ days, exceptions, ...rest }: OpeningHours): OpeningHours => ({
  ...rest,
  days: days.map((spans) => spans.map(settle)),
  exceptions: exceptions.map((one) => ({ ...one, spans: one.spans.map(settle) })),
});

export const hasIssues = ({ days, exceptions }: Issues): boolean =>
  days.flat().some(Boolean) || exceptions.some(({ date, spans }) => date !== null || spans.some(Boolean));

/** The hours in the order in which they are saved: each day's spans and the exceptions. */
export function sorted({ time_zone, days, exceptions }: OpeningHours): OpeningHours {
  return {
    time_zone,
    days: days.map(inOrder),
    exceptions: exceptions
      .map(({ date, yearly, name, spans }) => ({ date, yearly, name: name.trim(), spans: inOrder(spans) }))
      .sort((one, other) => one.date.localeCompare(other.date)),
  };
}

const inOrder = (spans: Span[]) => spans.toSorted((one, other) => one.from.localeCompare(other.from));

/** The span that a press on "Add" begins with: the first, or two hours from an hour after the last. */
export function nextSpan(spans: Span[]): Span {
  const last = spans.map(settle).at(-1);
  if (!last) return { from: "09:00", to: "17:00", next_day: false };
  const hour = Number(last.to.slice(0, 2));
  if (last.next_day || !isClock(last.to) || hour > 20) return { from: "", to: "", next_day: false };
  const clock = (at: number) => `${String(at).padStart(2, "0")}:${last.to.slice(3)}`;
  return { from: clock(hour + 1), to: clock(hour + 3), next_day: false };
}

export type StripDay = { date: string; begins: Span[]; exception: boolean; name: string };

/** Fourteen days from today, by the clock of the zone. Incomplete spans are left out. */
export function twoWeeks(hours: OpeningHours, now: Date): StripDay[] {
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: hours.time_zone }).format(now);
  return Array.from({ length: 14 }, (_, index) => {
    const date = dayAfter(today, index);
    const named = hours.exceptions.find((one) =>
      one.yearly ? one.date.slice(5) === date.slice(5) : one.date === date,
    );
    const begins = spansOn(hours, date).filter(isFilled);
    return { date, begins, exception: named !== undefined, name: named?.name ?? "" };
  });
}

export function dayAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
