/** An action on a ticket or an agent, as profiles list it. */
import { z } from "zod";
import type { ActionFilter } from "./action-filters.ts";
import { type ActionType, actionTypes } from "./ledger.ts";
import { timestamp, uuid } from "./values.ts";

export const actionType = z.enum(actionTypes);
export type { ActionType };

export const action = z.object({
  /** The id rises with time; a page continues from it. */
  id: z.number().int().positive(),
  action_type: actionType,
  action_time: timestamp,
  ticketid: uuid.nullable(),
  rating: z.number().int().min(1).max(3).nullable(),
});
export type Action = z.infer<typeof action>;

export const actionFilter = z.enum(["ALL", "login", "logout", "rating", "ticket"] satisfies ActionFilter[]);

/** A page of actions: those before `before`, newest first. */
export const actionQuery = z.object({
  filter: actionFilter.default("ALL"),
  before: z.coerce.number().int().positive().optional(),
});
