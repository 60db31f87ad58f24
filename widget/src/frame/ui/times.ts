/** Times and sizes in the visitor's language. */
import { showOpening } from "@parley/contract/opening-text";
import { shownLanguage, t } from "../texts.ts";

/** `numeric` gives 7:30 PM in New York, 19:30 in Vienna; two digits would give 07:30 PM. */
const clock = { hour: "numeric", minute: "2-digit" } as const;

export function clockTime(iso: string): string {
  return format(iso, clock);
}

/** The time for today, else the day. */
export function shortWhen(iso: string): string {
  const sameYear = iso.slice(0, 4) === String(new Date().getFullYear());
  return daysAgo(iso) === 0
    ? clockTime(iso)
    : format(iso, { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) });
}

export function dayName(iso: string): string {
  const ago = daysAgo(iso);
  if (ago === 0) return t("chat.today");
  if (ago === 1) return t("chat.yesterday");
  return format(iso, { weekday: "long", day: "numeric", month: "long" });
}

export function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** The company's next opening, in the words of its automatic messages. */
export function opening(iso: string, timeZone: string): string {
  return showOpening(new Date(iso), timeZone, shownLanguage(), new Date());
}

export function minutes(count: number): string {
  const [value, unit] = count < 100 ? [count, "minute"] : [Math.round(count / 60), "hour"];
  return new Intl.NumberFormat(shownLanguage(), { style: "unit", unit, unitDisplay: "long" }).format(value);
}

export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  const digits = {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: value < 10 ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(shownLanguage(), digits).format(value);
}

export function percent(part: number): string {
  return new Intl.NumberFormat(shownLanguage(), { style: "percent" }).format(part);
}

function daysAgo(iso: string): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(new Date()) - midnight(new Date(iso))) / 86_400_000);
}

/** The browser knows how people of a language write times: 14:05 or 2:05 PM. */
function locale(): string {
  const shown = shownLanguage();
  const spoken = navigator.languages?.find((one) => one.startsWith(shown));
  // Chromium under a POSIX locale says `en-US@posix`, which Intl refuses.
  return spoken?.match(/^[a-z]{2}(-[A-Z]{2})?/)?.[0] ?? shown;
}

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(iso));
}
