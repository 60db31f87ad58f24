/** Mail addresses as people read, write and compare them. */
import type { MailAddress } from "@parley/contract/mail";

export const sameAddress = (one: MailAddress, other: MailAddress): boolean => keyOf(one) === keyOf(other);

export const keyOf = ({ address }: MailAddress): string => address.toLowerCase();

/** Addresses without repeats, in order. */
export function distinct(addresses: MailAddress[]): MailAddress[] {
  const seen = new Set<string>();
  return addresses.filter((one) => {
    const key = keyOf(one);
    return !seen.has(key) && seen.add(key);
  });
}

export const without = (addresses: MailAddress[], left: MailAddress[]): MailAddress[] =>
  addresses.filter((one) => !left.some((other) => sameAddress(one, other)));

/** A person's name, or the address. */
export const shortName = ({ name, address }: MailAddress): string => name || address;

export const fullName = ({ name, address }: MailAddress): string => (name ? `${name} <${address}>` : address);

/** The pattern catches slips; the server and the other mail server decide. */
const address = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\]+\.[^\s@<>()[\],;:"\\]{2,}$/u;
const longest = 254;

export const isAddress = (text: string): boolean => text.length <= longest && address.test(text);

/** Reads typed or pasted addresses between commas, semicolons or lines, with or without names. */
export function readAddresses(text: string): MailAddress[] {
  return text
    .split(/[,;\n](?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readAddress);
}

function readAddress(text: string): MailAddress {
  const named = /^(.*?)<([^<>]*)>$/s.exec(text);
  if (!named) return { name: null, address: text };
  const name = (named[1] ?? "").trim().replace(/^"(.*)"$/s, "$1");
  return { name: name || null, address: (named[2] ?? "").trim() };
}
