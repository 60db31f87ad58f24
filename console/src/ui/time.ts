/** Times as the specification shows them: YYYY-MM-DD HH:mm, and HH:mm alone. */
const two = (number: number) => String(number).padStart(2, "0");

const parse = (iso: string | null | undefined) => {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

export function showDateTime(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? `${dayOf(date)} ${two(date.getHours())}:${two(date.getMinutes())}` : "Unknown";
}

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

/** The time today, the day before that: what a list of recent things shows. */
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

/** A wait in its largest unit, as "12 min", in the words of a language. */
export function showWait(since: string, now: Date, language: string): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  const [value, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 24 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / 1440), "day"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(value);
}
