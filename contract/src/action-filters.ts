/** The filters of the actions box. Free of zod, as the console needs the lists. */
import { type ActionType, actionTypes } from "./ledger.ts";

/** The kinds of actions that each filter lets through. */
export const actionFilters = {
  ALL: actionTypes,
  login: ["user_login"],
  logout: ["user_logout"],
  rating: ["ticket_rating"],
  ticket: actionTypes.filter((type) => type.startsWith("ticket_") && type !== "ticket_rating"),
} as const satisfies Record<string, readonly ActionType[]>;
export type ActionFilter = keyof typeof actionFilters;
