/** The name of a client, and the placeholder for a client without one. */

/** Four digits that follow from the id, so that the name stays the same. */
export const placeholderName = (externalId: string): string =>
  `Visitor ${1000 + (Number.parseInt(externalId.replaceAll("-", "").slice(0, 8), 16) % 9000)}`;

export const isPlaceholder = (name: string): boolean => /^Visitor \d{4}$/.test(name);

/** A client without a name is shown by their number or their mail address. */
const isAddress = (name: string): boolean => /^\+?[\d\s().-]{5,}$/.test(name) || /^\S+@\S+$/.test(name);

/** The name by which a text greets the client; empty where no name is known. */
export function firstNameOf(name: string): string {
  const known = name.trim();
  return isPlaceholder(known) || isAddress(known) ? "" : (known.split(/\s+/)[0] ?? "");
}
