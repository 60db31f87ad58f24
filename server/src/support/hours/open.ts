/**
 * Computes when it is open. A span holds while the wall clock reads a time within it: where the clock is put forward,
 * the skipped minutes are missing; where it is put back, repeated ones count twice.
 */
import { dayMinutes, minutesOf, type OpeningHours, spansOn } from "@parley/contract/open-days";
import { evenStretches } from "@parley/contract/wall-clock";

export type Instants = { from: number; to: number };

const minute = 60_000;
const day = dayMinutes * minute;
/** Milliseconds of the search for an opening or a closing: beyond a year, for hours that open on one date of it. */
const horizon = 400 * day;

export function isOpen(hours: OpeningHours, instant: Date): boolean {
  const at = instant.getTime();
  return !openTimes(hours, at, at + 1).next().done;
}

/** The next instant at which it opens; null when there is none in 400 days. */
export function nextOpening(hours: OpeningHours, instant: Date): Date | null {
  const at = instant.getTime();
  for (const { from } of openTimes(hours, at - 1, at + horizon)) if (from > at) return new Date(from);
  return null;
}

/** The next instant at which it closes; null when there is none in 400 days. */
export function nextClosing(hours: OpeningHours, instant: Date): Date | null {
  const at = instant.getTime();
  for (const { to } of openTimes(hours, at, at + horizon)) return to < at + horizon ? new Date(to) : null;
  return null;
}

/** Milliseconds between two instants in which it is open. */
export function openTimeBetween(hours: OpeningHours, from: Date, to: Date): number {
  let total = 0;
  for (const open of openTimes(hours, from.getTime(), to.getTime())) total += open.to - open.from;
  return total;
}

/** The instant at which it has been open for so many milliseconds since another; null when it is not in 400 days. */
export function momentAfterOpen(hours: OpeningHours, since: Date, milliseconds: number): Date | null {
  let left = milliseconds;
  const from = since.getTime();
  for (const open of openTimes(hours, from, from + horizon)) {
    const length = open.to - open.from;
    if (left <= length) return new Date(open.from + left);
    left -= length;
  }
  return null;
}

/** The open times from `from` until `to`, in order. Adjacent ones are joined. */
export function* openTimes(hours: OpeningHours, from: number, to: number): Generator<Instants> {
  let last: Instants | null = null;
  for (const next of pieces(hours, from, to)) {
    if (last && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else {
      if (last) yield last;
      last = next;
    }
  }
  if (last) yield last;
}

function* pieces(hours: OpeningHours, from: number, to: number): Generator<Instants> {
  for (const { from: start, to: end, offset } of evenStretches(hours.time_zone, from, to)) {
    for (const open of wallTimes(hours, start + offset, end + offset)) {
      yield { from: open.from - offset, to: open.to - offset };
    }
  }
}

/** The spans between two readings of the clock, in milliseconds as if in UTC, cut to them. */
function wallTimes(hours: OpeningHours, from: number, to: number): Instants[] {
  const found: Instants[] = [];
  // A span of the day before may reach into the first one.
  for (let midnight = (Math.floor(from / day) - 1) * day; midnight < to; midnight += day) {
    const date = new Date(midnight).toISOString().slice(0, 10);
    for (const span of spansOn(hours, date).map(minutesOf)) {
      const open = {
        from: Math.max(midnight + span.from * minute, from),
        to: Math.min(midnight + span.to * minute, to),
      };
      if (open.from < open.to) found.push(open);
    }
  }
  return found.sort((one, other) => one.from - other.from);
}
