/** Looks through the newest tickets, for what stands in many of them. */
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { Found, Page } from "./asked.ts";

/** The number of tickets that are looked through at first. */
export const few = 200;

/**
 * The largest number of tickets that are looked through for a page. A word that needs more of them is so rare that the indexes are
 * quicker: their time falls with the rate of a word as the time of the walk grows.
 */
export const farthest = (size: number) => Math.round(330 * Math.sqrt(size));

/** `sure` of the rows are newer than all that was not looked through. */
type Walked = { rows: Found[]; sure: number; enough: boolean };

/**
 * The number of tickets to look through next: as many as fill the page at the rate of those before, and half as many more. Null where
 * the indexes are quicker.
 */
export function nextStep(most: number, { rows, sure }: Walked, { size }: Page): number | null {
  const last = farthest(size);
  if (most >= last || rows.length * last < size * most) return null;
  const wanted = (most * size) / Math.max(sure, rows.length / 2);
  return Math.min(last, Math.ceil(Math.max(2 * most, 1.5 * wanted)));
}

/**
 * The `rows` of the tickets `near`, which are the newest `most`. `enough`: the page is full of what is newer than all that was not
 * looked through, or everything was.
 */
export async function walk(
  scope: Scope,
  near: RawBuilder<unknown>,
  most: number,
  rows: RawBuilder<unknown>,
  { size }: Page,
): Promise<Walked> {
  const answer = await sql<Found & { sure: boolean; whole: boolean; id: string | null }>`
    with near as materialized (${near}),
    edge as (select (select min(at) from near having count(*) = ${most}::integer) as at)
    select found.*, edge.at is null as whole, coalesce(found.at::timestamptz > edge.at, true) as sure
    from edge left join (${rows}) found on true`.execute(scope.db);
  const whole = answer.rows[0]?.whole ?? true;
  const found = answer.rows.filter(({ id }) => id !== null);
  const sure = found.filter((row) => row.sure).length;
  return { rows: found, sure, enough: whole || sure === size };
}
