/** Comma-separated values (RFC 4180). */
type Value = string | number | null;

/** The byte order mark makes spreadsheets read UTF-8. */
const byteOrderMark = "\uFEFF";

export const beginFile = (titles: string[]): string => byteOrderMark + line(titles);

export const line = (values: Value[]): string => `${values.map(cell).join(",")}\r\n`;

/**
 * Matches where a spreadsheet may begin to read a formula: at the start of the text, and after a character that ends a
 * cell or a row in locales where commas do not separate cells (OWASP, CSV Injection).
 */
const formula = /^(?=[\t\r])|(?:^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** Text that looks like a formula is marked as text. */
export function cell(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = value.replace(formula, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats as YYYY-MM-DD HH:mm:ss in a zone. */
export function localTime(zone: string): (iso: string | null) => string | null {
  // Swedish writes the date first and the time after it, as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (iso) => iso && format.format(new Date(iso));
}
