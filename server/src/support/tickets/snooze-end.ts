import type { OpeningHours } from "@parley/contract/open-days";
import { instantOf, offsetAt } from "@parley/contract/wall-clock";
import { nextOpening } from "../hours/open.ts";

type Clock = { zone: string; hours: OpeningHours | null };

const day = 86_400_000;
const later = 3 * 3_600_000;
/** Where no opening hours are set, and on a day without an opening. */
const morning = 9 * 3_600_000;

/** When a snooze ends: by one of the choices, or at a time on the wall clock. Null until the client writes. */
export function snoozeEnd(until: string, now: Date, clock: Clock): Date | null {
  if (until === "client_writes") return null;
  if (until === "later_today") return new Date(now.getTime() + later);
  const today = midnightOf(now.getTime() + offsetAt(clock.zone, now.getTime()));
  if (until === "tomorrow") return openingOn(today + day, clock);
  if (until === "monday") return openingOn(nextMonday(today), clock);
  return new Date(instantOf(clock.zone, Date.parse(`${until}Z`)));
}

/** Days are midnights of the wall clock, in milliseconds as if in UTC. */
const midnightOf = (wall: number) => Math.floor(wall / day) * day;

/** Never today: on a Monday it is the next one. */
function nextMonday(today: number): number {
  const weekday = new Date(today).getUTCDay();
  return today + ((8 - weekday) % 7 || 7) * day;
}

function openingOn(date: number, { zone, hours }: Clock): Date {
  const opening = hours && nextOpening(hours, new Date(instantOf(zone, date) - 1));
  const wall = opening && opening.getTime() + offsetAt(zone, opening.getTime());
  const opens = wall !== null && midnightOf(wall) === date;
  return opens && opening ? opening : new Date(instantOf(zone, date + morning));
}
