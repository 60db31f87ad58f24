/** Dates of IMAP (RFC 9051 §9): `date` of SEARCH, `date-time` of INTERNALDATE and APPEND. */
import { Refusal } from "./refusal.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const two = (number: number) => String(number).padStart(2, "0");

export function writeDate(date: Date): string {
  const month = MONTHS[date.getUTCMonth()];
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(":");
  return `${two(date.getUTCDate())}-${month}-${date.getUTCFullYear()} ${time} +0000`;
}

/** A date with or without a time of day, in milliseconds. */
export function readDate(text: string): number {
  const parts = /^ ?(\d{1,2})-(\w{3})-(\d{4})(?: (\d\d:\d\d:\d\d) ([+-]\d{4}))?$/.exec(text);
  const [, day = "", name = "", year, time = "00:00:00", zone = "+0000"] = parts ?? [];
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1;
  const read = Date.parse(
    `${year}-${two(month)}-${day.padStart(2, "0")}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`,
  );
  if (!parts || Number.isNaN(read)) throw new Refusal("BAD", `${text} is no date`);
  return read;
}
