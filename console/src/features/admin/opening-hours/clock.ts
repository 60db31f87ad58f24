/** A time of day as it is stored: HH:MM. */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Hour, minute, and the half of the day before or after them. */
const pattern = /^(am|pm)?(\d{1,2})(?:[:.h](\d{2})?|(\d{2}))?(am|pm)?$/;

/**
 * Reads a time as people write it: 8, 8.30, 830, 20h30, 8:30 p.m., 午後8時30分. 24:00 is the midnight after the day.
 * Null for anything else.
 */
export function readClock(typed: string): string | null {
  const [, before, hours, minutes = "", joined = "", after] = pattern.exec(plain(typed)) ?? [];
  if (hours === undefined || (before && after)) return null;
  const hour = hourOf(Number(hours), before ?? after);
  const minute = Number(minutes || joined);
  if (hour === null || minute > 59 || (hour === 24 && minute > 0)) return null;
  return `${two(hour % 24)}:${two(minute)}`;
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (!half) return hour <= 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

/** Leaves out spaces and dots of abbreviations, and unifies widths and case. */
const plain = (typed: string) =>
  typed
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s/g, "")
    .replace("午前", "am")
    .replace("午後", "pm")
    .replace("時", ":")
    .replace(/(分|uur|ч\.?)$/, "")
    .replace(/([ap])\.?m\.?$/, "$1m")
    .replace(/vm\.?$/, "am")
    .replace(/nm\.?$/, "pm");

const two = (number: number) => String(number).padStart(2, "0");
