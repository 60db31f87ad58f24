/** The name of a client who has given none. */

/** Four digits that follow from the id, so that they stay. */
export const placeholderName = (externalId: string): string =>
  `Visitor ${1000 + (Number.parseInt(externalId.replaceAll("-", "").slice(0, 8), 16) % 9000)}`;

export const isPlaceholder = (name: string): boolean => /^Visitor \d{4}$/.test(name);
