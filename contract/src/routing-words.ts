/** The words and bounds of routing. Free of zod, which the console's first load does without. */
export const routingModes = ["off", "round_robin", "least_open"] as const;
export type RoutingMode = (typeof routingModes)[number];

/** The ways in which an offer ends. `taken`: by another agent. `not_waiting`: the ticket no longer waits to be accepted. */
export const offerEnds = [
  ...(["accepted", "taken", "lapsed", "left", "away", "shift_over", "gone", "not_waiting", "off"] as const),
] as const;
export type OfferEnd = (typeof offerEnds)[number];

/** The grounds of an offer: the client's last handler, who stands in for them, or the department's way. */
export const offerBases = ["previous", "cover", "round_robin", "least_open"] as const;
export type OfferBasis = (typeof offerBases)[number];

/** The reasons why an agent is not offered a ticket. `passed`: an offer of it lapsed, and others come first. */
export const notOfferedFor = [
  ...(["away", "offline", "off_shift", "full", "language", "skill", "passed"] as const),
] as const;
export type NotOffered = (typeof notOfferedFor)[number];

export const routingLimits = {
  /** An agent's capacity where none is set. */
  capacity: 5,
  mostCapacity: 1_000,
  mostWeight: 100,
  mostLanguages: 20,
  mostSkills: 100,
  /** Milliseconds for which offers that ended are kept. */
  kept: 30 * 24 * 3_600_000,
  /** The offers of a ticket, and the agents of its department, that are explained. */
  shown: 100,
  /** Offers that a console is given. */
  listed: 1_000,
} as const;

export const usualRouting = { offer_minutes: 3, previous_days: 30, grace_seconds: 60, weights: {} } as const;
