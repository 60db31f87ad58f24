/** Comma-separated values (RFC 4180). */
type Value = string | number | null;

/** The byte order mark makes spreadsheets read UTF-8. */
const byteOrderMark = "\uFEFF";

export const beginFile = (titles: string[]): string => byteOrderMark + line(titles);

export const line = (values: Value[]): string => `${values.map(cell).join(",")}\r\n`;

/**
 * Where a spreadsheet may begin to read a formula: at the start of the text, and behind what ends a cell or a row in
 * places where cells are not parted by commas (OWASP, CSV Injection).
 */
const formula = /^(?=[\t\r])|(?:^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g;

/** Text that looks like a formula is marked as text. */
export function cell(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = value.replace(formula, "$&'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** YYYY-MM-DD HH:mm:ss in a zone. */
export function localTime(zone: string): (iso: string | null) => string | null {
  // Swedish writes the day first and the time behind it, as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return (iso) => iso && format.format(new Date(iso));
}
