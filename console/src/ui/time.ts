import { lengthInWords } from "@parley/contract/minutes";

/** Times in the specification's forms: YYYY-MM-DD HH:mm, and HH:mm alone. */
const two = (number: number) => String(number).padStart(2, "0");

const parse = (iso: string | null | undefined) => {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

export function showDateTime(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}` : "Unknown";
}

/** YYYY-MM-DD HH:mm in a zone; the reader's own when omitted. */
export function showDateTimeIn(iso: string | null | undefined, zone: string | undefined): string {
  const date = parse(iso);
  if (!date || !zone) return showDateTime(iso);
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(date);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}`;
}

export const showDayIn = (iso: string, zone: string | undefined): string =>
  showDateTimeIn(iso, zone).slice(0, 10);

export function showTime(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? `${two(date.getHours())}:${two(date.getMinutes())}` : "??:??";
}

/** YYYY-MM-DD in the reader's own zone. */
export function showDay(iso: string): string {
  const date = parse(iso);
  return date ? dayOf(date) : "Unknown";
}

function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The time for today, the date before that: the form in lists of recent items. */
export function showRecent(iso: string | null | undefined, now: Date): string {
  const date = parse(iso);
  if (!date) return "Unknown";
  return dayOf(date) === dayOf(now) ? showTime(iso) : dayOf(date);
}

/** Minutes and seconds of a recording; the argument is milliseconds. */
export function showDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

/** Bytes as KB, or MB from 1000 KB. */
export function showSize(bytes: number): string {
  const kilobytes = bytes / 1000;
  if (bytes > 0 && kilobytes < 0.05) return "<0.1 KB";
  return kilobytes >= 1000 ? `${(kilobytes / 1000).toFixed(1)} MB` : `${kilobytes.toFixed(1)} KB`;
}

/** A wait in its largest unit, such as "12 min", in a language. */
export function showWait(since: string, now: Date, language: string): string {
  return showMinutes(Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000)), language);
}

/** Minutes in their largest unit, such as "12 min", in a language. */
export function showMinutes(minutes: number, language: string): string {
  if (minutes < 60) return inUnit(minutes, "minute", language);
  if (minutes < 24 * 60) return inUnit(Math.floor(minutes / 60), "hour", language);
  return inUnit(Math.floor(minutes / 1440), "day", language);
}

/** Whole minutes in up to two units, such as "1 hr 30 min" or "2 days 3 hr", in a language. */
export const showLength = (minutes: number, language: string): string =>
  minutes < 1 ? inUnit(0, "minute", language) : lengthInWords(minutes, language);

type Unit = "minute" | "hour" | "day";
const inUnit = (value: number, unit: Unit, language: string) =>
  new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
