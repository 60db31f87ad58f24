/** The tickets that an agent sees by a mention alone, as they ask for them. */
import type { Ticket } from "@parley/contract/tickets";
import type { Scope } from "../../floor/database/scope.ts";
import { findMentionedIds, findMentionedTickets } from "./queries.ts";
import { shapeTickets, withSight } from "./view.ts";

export async function listMentioned(scope: Scope): Promise<Ticket[]> {
  const mentioned = shapeTickets(scope, await findMentionedTickets(scope));
  return mentioned.map((ticket) => withSight(scope, ticket));
}

/** Their ids, for a console that is to hear of them. */
export const listMentionedIds = (scope: Scope): Promise<string[]> => findMentionedIds(scope);
