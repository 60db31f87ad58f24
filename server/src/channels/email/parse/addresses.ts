import { addressParser } from "postal-mime";
import { inOneCharset } from "./encoded-words.ts";
import type { MailAddress } from "./parsed-mail.ts";

const longestName = 200;
/** RFC 5321 §4.5.3.1: 64 before the @ and 255 after it. */
const longestAddress = 320;

/** The addresses of headers, groups unwrapped, each address once. */
export function readAddresses(values: string[]): MailAddress[] {
  const seen = new Set<string>();
  return cutAtComma(values)
    .flatMap(parse)
    .filter(({ address }) => {
      const key = address.toLowerCase();
      return !seen.has(key) && seen.add(key);
    });
}

/** The number of characters of headers that are parsed. */
const longestHeaders = 60_000;
/** RFC 5322 §3.4 forbids groups within groups, which cost one pass for each level. */
const mostOpenGroups = 5;

/** The first addresses, up to a limit, and about how many more there are. */
export function readRecipients(values: string[], most: number): [MailAddress[], number] {
  const parsed = cutAtComma(values);
  const all = readAddresses(parsed);
  const skipped = values.reduce(
    (sum, value, index) => sum + countAddresses(value.slice(parsed[index]?.length)),
    0,
  );
  return [all.slice(0, Math.max(0, most)), Math.max(0, all.length - most) + skipped];
}

function cutAtComma(values: string[]): string[] {
  let left = longestHeaders;
  return values.map((value) => {
    const kept = value.length <= left ? value : value.slice(0, Math.max(0, value.lastIndexOf(",", left)));
    left = Math.max(0, left - kept.length);
    return kept;
  });
}

const countAddresses = (value: string) => value.split("@").length - 1;

/** An older syntax allows comments within an address, and spaces around its dots (RFC 5322 §4.4). */
function parse(value: string): MailAddress[] {
  const found = parsed(value);
  if (found.length > 0 || !value.includes("@")) return found;
  const plain = value.slice(0, longestObsolete).replace(/\([^()]*\)/g, "");
  return parsed(plain.replace(/ ?[.@] ?/g, (mark) => mark.trim()));
}

const longestObsolete = 1_000;

function parsed(value: string): MailAddress[] {
  const openGroups = value.split(":").length - value.split(";").length;
  const flat = openGroups > mostOpenGroups ? value.replaceAll(":", " ") : value;
  return addressParser(inOneCharset(flat), { flatten: true }).flatMap(({ name, address }) => {
    const plain = (address ?? "").trim();
    if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(plain) || plain.length > longestAddress) return [];
    return [{ name: cleanName(name, plain), address: plain }];
  });
}

function cleanName(name: string, address: string): string | null {
  const clean = name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!clean || clean.toLowerCase() === address.toLowerCase()) return null;
  return [...clean].slice(0, longestName).join("");
}
