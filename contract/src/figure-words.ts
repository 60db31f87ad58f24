/** The spans of figures and their bounds. Free of zod. */

/** Days until today. */
export const figureSpans = [1, 7, 28, 92] as const;

export const figureLimits = {
  /** The days of one question. */
  longest: 366,
  /** The days of one that a tag and an account or an agent narrow: it reads the tickets. */
  crossed: 92,
  agents: 500,
  words: 50,
  /** The company's present rules and those that were deleted. */
  rules: 500,
  /** Per cent by which a median or the ninetieth percentile may be wrong. */
  error: 5,
} as const;

/** The figures whose tickets the table of tickets can show. */
export const countedFigures = [
  ...(["opened", "reopened", "closed", "received", "sent", "rated"] as const),
  ...(["accepted", "answered", "goals_met", "goals_missed", "waited"] as const),
  ...(["runs", "offers", "accepted_offers", "lapsed_offers"] as const),
] as const;
export type CountedFigure = (typeof countedFigures)[number];
