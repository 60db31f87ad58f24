/** What happened to a ticket or an agent, as profiles list it. */
import { z } from "zod";
import { type ActionType, actionTypes } from "./ledger.ts";
import { timestamp, uuid } from "./values.ts";

export const actionType = z.enum(actionTypes);
export type { ActionType };

export const action = z.object({
  /** Rises with time: the place a page continues from. */
  id: z.number().int().positive(),
  action_type: actionType,
  action_time: timestamp,
  ticketid: uuid.nullable(),
  rating: z.number().int().min(1).max(3).nullable(),
});
export type Action = z.infer<typeof action>;

/** The filters of the actions box, by what they let through. */
export const actionFilters = {
  ALL: actionTypes,
  login: ["user_login"],
  logout: ["user_logout"],
  rating: ["ticket_rating"],
  ticket: actionTypes.filter((type) => type.startsWith("ticket_") && type !== "ticket_rating"),
} as const satisfies Record<string, readonly ActionType[]>;
export const actionFilter = z.enum(["ALL", "login", "logout", "rating", "ticket"]);
export type ActionFilter = z.infer<typeof actionFilter>;

/** A page of actions: those before `before`, newest first. */
export const actionQuery = z.object({
  filter: actionFilter.default("ALL"),
  before: z.coerce.number().int().positive().optional(),
});
