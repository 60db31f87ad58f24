import type { Ticket } from "@parley/contract/tickets";
import type { CallActor } from "../actors/actor.ts";
import type { Scope } from "../database/scope.ts";
import { accessTicket } from "../ticket/access.ts";
import { findOpenTickets, findSeen } from "./queries.ts";
import { shapeTickets, viewForEach } from "./view.ts";

/** At most `limit` open tickets behind `after`, the last one on screen, where it stands now. */
export async function listOpenBehind(
  scope: Scope,
  { limit, after }: { limit?: number | undefined; after: string },
): Promise<Ticket[]> {
  const last = await accessTicket(scope, after, "see");
  return shapeTickets(scope, await findOpenTickets(scope, { limit, after: last }));
}

/** All open tickets, or the first, for several who see the same departments. */
export const listOpen =
  (limit?: number) =>
  async (scope: Scope<CallActor>, readers: CallActor[]): Promise<(reader: CallActor) => Ticket[]> => {
    const tickets = await findOpenTickets(scope, { limit });
    const views = tickets.map((ticket) => ({ id: ticket.id, viewOf: viewForEach(ticket) }));
    const own = new Map(tickets.map(({ id, seen }) => [id, seen]));
    const others = readers.map(({ id }) => id).filter((id) => id !== scope.actor.id);
    const seen = others.length > 0 ? await findSeen(scope, others, [...own.keys()]) : null;
    return (reader) => {
      const ofReader = reader.id === scope.actor.id ? own : seen?.get(reader.id);
      return views.map(({ id, viewOf }) => viewOf(reader, ofReader?.get(id) ?? 0));
    };
  };
