/** Marks in addresses, subjects and links by which a mail finds its ticket. Only the desk can make the signed ones. */
import { timingSafeEqual } from "node:crypto";

type Signer = { sign(text: string): string };
export type KeyOf = "ticket" | "bounce";

/** A signature of 64 bits, in an alphabet that survives lower-casing. */
const signed = (signer: Signer, kind: KeyOf, channelId: string, id: string) =>
  Buffer.from(signer.sign(`mail ${kind} ${channelId} ${id}`), "base64url")
    .toString("hex")
    .slice(0, 16);

/** The part after the plus of an address: the kind's letter, the id's first 8 characters, the signature. */
export const keyOf = (signer: Signer, kind: KeyOf, channelId: string, id: string): string =>
  `${kind[0]}${id.slice(0, 8)}${signed(signer, kind, channelId, id)}`;

const shape = /^([tb])([0-9a-f]{8})([0-9a-f]{16})$/;

export type Key = { kind: KeyOf; prefix: string; isFor(id: string): boolean };

/** The key in an address of this account; null when it has none. */
export function readKey(signer: Signer, channelId: string, account: string, address: string): Key | null {
  const [local = "", domain] = splitAddress(account);
  const [given = "", at] = splitAddress(address.toLowerCase());
  if (at !== domain || !given.startsWith(`${local}+`)) return null;
  const [, letter, prefix, signature] = shape.exec(given.slice(local.length + 1)) ?? [];
  if (!letter || !prefix || !signature) return null;
  const kind = letter === "t" ? "ticket" : "bounce";
  const isFor = (id: string) =>
    id.startsWith(prefix) &&
    timingSafeEqual(Buffer.from(signed(signer, kind, channelId, id)), Buffer.from(signature));
  return { kind, prefix, isFor };
}

/** RFC 5321: 64 characters before the @. */
const longestLocal = 64;

/** Null when the address would be too long. */
export function plusAddress(account: string, key: string): string | null {
  const [local, domain] = splitAddress(account);
  const longer = `${local}+${key}`;
  return longer.length > longestLocal ? null : `${longer}@${domain}`;
}

/** The mark in a subject: the first 8 characters of the ticket's id. */
export const numberOf = (ticketId: string): string => `[#${ticketId.slice(0, 8)}]`;

export const numbersIn = (subject: string): string[] =>
  [...subject.matchAll(/\[#([0-9a-f]{8})\]/gi)].slice(0, 5).map(([, id = ""]) => id.toLowerCase());

/** The bounds of ids with this prefix. */
export const idsFrom = (prefix: string): { first: string; last: string } => ({
  first: `${prefix}-0000-0000-0000-000000000000`,
  last: `${prefix}-ffff-ffff-ffff-ffffffffffff`,
});

function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf("@");
  return [address.slice(0, at), address.slice(at + 1)];
}
