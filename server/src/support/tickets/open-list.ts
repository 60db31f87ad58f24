import { type Departments, seesDepartment } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import type { CallActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { type Sharing, sightOf } from "../../floor/database/shared-reads.ts";
import { accessTicket } from "../ticket/access.ts";
import { findAllOpen, findOpenTickets, findSeen, type ListedTicket } from "./queries.ts";
import { shapeTickets, viewForEach } from "./view.ts";

/** The first `limit` open tickets after `after`, the last one on screen, at its present position. */
export async function listOpenBehind(
  scope: Scope,
  { limit, after }: { limit?: number | undefined; after: string },
): Promise<Ticket[]> {
  const last = await accessTicket(scope, after, "see");
  return shapeTickets(scope, await findOpenTickets(scope, { limit, after: last }));
}

/** All open tickets, or the first ones, for several readers. */
export const listOpen = (limit?: number): Sharing<Ticket[]> =>
  limit ? (scope, readers) => listFirst(scope, readers, limit) : { ofCompany: listAll };

type Listed = { id: string; viewOf: ReturnType<typeof viewForEach> };
type ViewOf = (reader: CallActor) => Ticket[];

/** Reads once for all readers who see the same departments. */
async function listFirst(scope: Scope<CallActor>, readers: CallActor[], limit?: number): Promise<ViewOf> {
  const tickets = await findOpenTickets(scope, { limit });
  const own = new Map(tickets.map(({ id, seen }) => [id, seen]));
  const others = readers.filter(({ id }) => id !== scope.actor.id);
  const seen = others.length > 0 ? await findSeen(scope, [{ readers: others, tickets }]) : null;
  const listed = tickets.map((ticket) => asListed(scope, ticket));
  return (reader) => viewsOf(listed, reader, reader.id === scope.actor.id ? own : seen?.get(reader.id));
}

/** Tickets of all departments that some reader sees are read once. */
async function listAll(scope: Omit<Scope, "actor">, readers: CallActor[]): Promise<ViewOf> {
  const [reader, ...others] = readers;
  if (reader && others.length === 0) return listFirst({ ...scope, actor: reader }, readers);
  const tickets = await findAllOpen(scope, departmentsOf(readers));
  const sights = [...Map.groupBy(readers, sightOf)].map(([sight, readers]) => {
    const [{ departments }] = readers as [CallActor];
    const visible = tickets.filter(({ department_id }) => seesDepartment({ departments }, department_id));
    return { sight, readers, tickets: visible };
  });
  const seen = await findSeen(scope, sights);
  const listed = new Map(tickets.map((ticket) => [ticket, asListed(scope, ticket)]));
  const bySight = new Map(
    sights.map(({ sight, tickets }) => [sight, tickets.map((one) => listed.get(one) as Listed)]),
  );
  return (reader) => viewsOf(bySight.get(sightOf(reader)) ?? [], reader, seen.get(reader.id));
}

const asListed = (scope: Pick<Scope, "platforms">, ticket: ListedTicket): Listed => ({
  id: ticket.id,
  viewOf: viewForEach(scope, ticket),
});

const viewsOf = (listed: Listed[], reader: CallActor, seen?: Map<string, number | null>): Ticket[] =>
  listed.map(({ id, viewOf }) => viewOf(reader, seen?.get(id) ?? 0));

/** The departments that any of the readers sees. */
function departmentsOf(readers: CallActor[]): Departments {
  const seen = new Set<string>();
  for (const { departments } of readers) {
    if (departments === "all") return "all";
    for (const id of departments) seen.add(id);
  }
  return [...seen];
}
