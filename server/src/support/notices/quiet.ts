import type { QuietHours } from "@parley/contract/notices";
import { dayMinutes, weekdayOf } from "@parley/contract/open-days";
import { instantOf, offsetAt } from "@parley/contract/wall-clock";

const minute = 60_000;
const day = dayMinutes * minute;

/**
 * The end of the quiet hours that an instant lies in, by the wall clock of a zone; null outside of them. A time that the
 * clock shows twice means its first, one that it leaves out the end of the gap: a night is one stretch whatever the clock does.
 */
export function quietEnd({ from, to, days }: QuietHours, zone: string, now: Date): Date | null {
  const instant = now.getTime();
  const today = Math.floor((instant + offsetAt(zone, instant)) / day) * day;
  const [begins, ends] = [timeOf(from), timeOf(to)];
  const length = ends > begins ? ends - begins : ends - begins + day;
  for (const date of [today, today - day]) {
    if (!days.includes(weekdayOf(new Date(date).toISOString().slice(0, 10)))) continue;
    const end = instantOf(zone, date + begins + length);
    if (instantOf(zone, date + begins) <= instant && instant < end) return new Date(end);
  }
  return null;
}

const timeOf = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * minute;
