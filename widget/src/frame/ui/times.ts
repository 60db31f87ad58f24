/** Times and sizes in the visitor's language. */
import { shownLanguage, t } from "../texts.ts";

export function clockTime(iso: string): string {
  return format(iso, { hour: "2-digit", minute: "2-digit" });
}

/** The time of today, else the day. */
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

/** When the company opens next, in the visitor's own time. */
export function opening(iso: string): string {
  const soon = Date.parse(iso) - Date.now() < 6 * 24 * 3_600_000;
  const day =
    daysAgo(iso) === 0
      ? {}
      : soon
        ? { weekday: "long" as const }
        : { day: "numeric" as const, month: "short" as const };
  return format(iso, { ...day, hour: "2-digit", minute: "2-digit" });
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

/** Within a language the browser knows how its people write times: 14:05 or 2:05 PM. */
function locale(): string {
  const shown = shownLanguage();
  return navigator.languages.find((one) => one.startsWith(shown)) ?? shown;
}

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(new Date(iso));
}
