/** The bounds of conditions and views, which the console's first load does without. */
export const conditionLimits = {
  depth: 5,
  leaves: 50,
  /** The most values of a leaf, and the bounds of one. */
  values: 50,
  text: 200,
  number: 1_000_000_000,
  /** The most minutes, hours or days of a duration. */
  amount: 10_000,
  /** The most characters of one in an address, encoded: proxies accept lines of 8 192 bytes. */
  address: 6_000,
} as const;

export const viewLimits = {
  name: 60,
  perAgent: 50,
  /** The views that a company's departments and the company itself share. */
  shared: 200,
  ordered: 300,
} as const;
