/** The words of response goals. Free of zod. */

/**
 * `first`: an agent's first answer to a client. `next`: each one after it. `solved`: from the opening, or the reopening, to
 * the closing.
 */
export const goalNames = ["first", "next", "solved"] as const;
export type GoalName = (typeof goalNames)[number];
