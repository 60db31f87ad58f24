/** The values of a leaf as both the evaluator and the SQL compare them. */
import { dayAt, instantOf } from "../wall-clock.ts";
import { type Duration, type Leaf, me, today } from "./tree.ts";

/** `viewer` is the reader's id. `zone` is the company's. */
export type Reading = { viewer: string | null; zone: string };

const milliseconds = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export const lengthOf = ({ amount, unit }: Duration): number => amount * milliseconds[unit];

/**
 * The ids that a leaf names, one or several; `me` becomes the reader, or nothing. Of ascending choices they are all from
 * the named one up, or down.
 */
export function wantedIds(
  { operator, value }: Leaf,
  { viewer }: Reading,
  choices: readonly string[] = [],
): string[] {
  if (operator === "at_least" || operator === "at_most") {
    const at = choices.indexOf(String(value));
    return choices.filter((_, rank) => at >= 0 && (operator === "at_least" ? rank >= at : rank <= at));
  }
  const ids = Array.isArray(value) ? value : [String(value)];
  return ids.flatMap((id) => (id === me ? (viewer ?? []) : id.toLowerCase()));
}

/** The moment of a date, or of a date and time, on the wall clock. */
export function wantedMoment({ value }: Leaf, { zone }: Reading): number {
  return instantOf(zone, Date.parse(`${String(value).padEnd(16, "T00:00")}Z`));
}

/** The day that a leaf of a date names, at a moment. */
export const wantedDay = ({ value }: Leaf, { zone }: Reading, now: number): string =>
  value === today ? dayAt(zone, now) : String(value);
