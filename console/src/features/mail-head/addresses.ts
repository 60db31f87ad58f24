/** Mail addresses as people read, write and compare them. */
import type { MailAddress } from "@parley/contract/mail";

export const sameAddress = (one: MailAddress, other: MailAddress): boolean => keyOf(one) === keyOf(other);

export const keyOf = ({ address }: MailAddress): string => address.toLowerCase();

/** Each address once, in order. */
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
