/** The wall clock of a time zone, from the runtime's own zone data. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    ...{
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    },
  });
  formats.set(zone, made);
  return made;
}

/** Milliseconds by which the zone's clock is ahead of UTC at an instant. */
export function offsetAt(zone: string, instant: number): number {
  const part = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(instant)) {
    if (type in part) part[type as keyof typeof part] = Number(value);
  }
  const { year, month, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
}

/** The day that the zone's clock shows, as `2026-03-29`. */
export const dayAt = (zone: string, instant: number): string =>
  new Date(instant + offsetAt(zone, instant)).toISOString().slice(0, 10);

/** A stretch of time in which the clock runs evenly. */
type Even = { from: number; to: number; offset: number };

const step = 86_400_000;

/** The stretches from `from` until `to`. The clock changes between two of them. */
export function* evenStretches(zone: string, from: number, to: number): Generator<Even> {
  for (let start = from; start < to; ) {
    const end = Math.min(start + step, to);
    const offset = offsetAt(zone, start);
    const change = offsetAt(zone, end) === offset ? end : changeAfter(zone, start, end);
    yield { from: start, to: change, offset };
    start = change;
  }
}

/**
 * The instant at which the zone's clock reads a time, given in milliseconds as if in UTC. Of a time that is shown twice
 * it is the first, of one that is left out the end of the gap.
 */
export function instantOf(zone: string, wall: number): number {
  for (const { from, to, offset } of evenStretches(zone, wall - 2 * step, wall + 2 * step)) {
    if (wall - offset < to) return Math.max(from, wall - offset);
  }
  throw new Error(`No clock of ${zone} reads ${new Date(wall).toISOString()}`);
}

/** The instant between `same` and `other` at which the offset of `same` ends. */
function changeAfter(zone: string, same: number, other: number): number {
  const offset = offsetAt(zone, same);
  let [low, high] = [same, other];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}
