/** The stretches of a clock by days of a time zone. */
import type { GoalClock } from "@parley/contract/goals";

/** `late`: it counted after the due moment. */
export type PartKind = "counted" | "late" | "paused";
/** Minutes of the wall clock since midnight. */
export type Part = { kind: PartKind; from: number; to: number };
/** `counted` and `paused` in minutes that passed. */
export type Day = { day: string; parts: Part[]; counted: number; paused: number };

const dayLength = 24 * 60;
const minute = 60_000;

/** The days on which something counted or paused, in order. */
export function daysOf(clock: Pick<GoalClock, "counts" | "pauses" | "due_on">, zone: string): Day[] {
  const wall = wallClockOf(zone);
  const due = clock.due_on === null ? Number.POSITIVE_INFINITY : Date.parse(clock.due_on);
  const days = new Map<string, Day>();
  const add = (kind: PartKind, from: number, to: number) => {
    for (let at = from; at < to; ) {
      const { day, minutes } = wall(at);
      const end = Math.min(to, endOfDay(at, wall));
      const known = days.get(day) ?? { day, parts: [], counted: 0, paused: 0 };
      days.set(day, known);
      const last = end < to ? dayLength : wall(end).day === day ? wall(end).minutes : dayLength;
      known.parts.push({ kind, from: minutes, to: Math.max(minutes, last) });
      known[kind === "paused" ? "paused" : "counted"] += (end - at) / minute;
      at = end;
    }
  };
  for (const { from, to } of clock.counts) {
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    add("counted", begin, Math.min(end, due));
    add("late", Math.max(begin, due), end);
  }
  for (const { from, to } of clock.pauses) add("paused", Date.parse(from), Date.parse(to));
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

type WallClock = (at: number) => { day: string; minutes: number };

function wallClockOf(zone: string): WallClock {
  const format = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone: zone, hourCycle: "h23" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      day: `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`,
      minutes: Number(parts.get("hour")) * 60 + Number(parts.get("minute")),
    };
  };
}

/** A day has 23 to 25 hours. */
function endOfDay(at: number, wall: WallClock): number {
  const { day, minutes } = wall(at);
  const whole = at - (at % minute);
  const likely = whole + (dayLength - minutes) * minute;
  const step = wall(likely - minute).day === day ? 30 * minute : -30 * minute;
  let end = likely;
  for (let tries = 0; tries < 4; tries += 1) {
    const ends = wall(end).day !== day && wall(end - minute).day === day;
    if (ends) return end;
    end += step;
  }
  return likely;
}
