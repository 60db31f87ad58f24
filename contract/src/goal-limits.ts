/** The limits of response goals. */
export const goalLimits = {
  name: 80,
  perCompany: 50,
  /** The minutes of a goal at most: 30 days. */
  minutes: 30 * 24 * 60,
  /** The days before now of which a policy is tried, and the tickets that are read and listed. */
  triedDays: 30,
  tried: 2_000,
  listed: 200,
  /** The runs of clocks, and the days of one, that a ticket shows. */
  spans: 50,
  days: 60,
  pauses: 200,
} as const;
