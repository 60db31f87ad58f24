import { addressParser } from "postal-mime";
import type { MailAddress } from "./parsed-mail.ts";

const longestName = 200;
/** RFC 5321 §4.5.3.1: 64 before the @ and 255 after it. */
const longestAddress = 320;

/** The addresses of headers, groups unwrapped, each address once. */
export function readAddresses(values: string[]): MailAddress[] {
  const seen = new Set<string>();
  return values.flatMap(parse).filter(({ address }) => {
    const key = address.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** Characters of a header that are parsed. */
const longestHeader = 60_000;

/** So many addresses, and how many more there are, about. */
export function readRecipients(values: string[], most: number): [MailAddress[], number] {
  const parsed = values.map(cutAtComma);
  const all = readAddresses(parsed);
  const skipped = values.reduce(
    (sum, value, index) => sum + countAddresses(value.slice(parsed[index]?.length)),
    0,
  );
  return [all.slice(0, Math.max(0, most)), Math.max(0, all.length - most) + skipped];
}

function cutAtComma(value: string): string {
  if (value.length <= longestHeader) return value;
  return value.slice(0, Math.max(0, value.lastIndexOf(",", longestHeader)));
}

const countAddresses = (value: string) => value.split("@").length - 1;

function parse(value: string): MailAddress[] {
  return addressParser(value, { flatten: true }).flatMap(({ name, address }) => {
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
