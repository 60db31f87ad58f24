/** Reads of pins. Each asks `shown_pins`, so a pin has one shape everywhere. */
import { limits } from "@parley/contract/limits";
import { type Selectable, sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { AgentTable, FileTable, MessageTable, PinTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { isMerged, type Merging, membersOf, placesOf, targetIdOf } from "../ticket/merged.ts";

/** The row that `shown_pins` returns. */
export type PinRow = Pick<
  Selectable<PinTable & MessageTable>,
  | "ticket_id"
  | "message_id"
  | "pinned_by"
  | "pinned_on"
  | "client_id"
  | "created_on"
  | "seq"
  | "type"
  | "content"
  | "caption"
  | "is_agent"
> &
  Pick<Selectable<AgentTable>, "first_name" | "last_name"> & {
    author_first_name: string | null;
    author_last_name: string | null;
    file_name: string | null;
    file_state: FileTable["state"] | null;
  };

/** The last pin first, with those of merged tickets. The query uses a generic plan (see migration 057): each returning console runs it. */
export async function findPins(scope: Scope, ticket: Merging): Promise<PinRow[]> {
  if (!isMerged(ticket)) return lookUp(scope, pinsOfTickets, ticket.id);
  const pins: PinRow[] = [];
  for (const id of membersOf(ticket)) pins.push(...(await lookUp(scope, pinsOfTickets, id)));
  const ids = pins.map(({ message_id }) => message_id);
  const places = await placesOf(scope, ticket, ids);
  const shown = pins.map((pin) => ({
    ...pin,
    ticket_id: targetIdOf(ticket),
    seq: places.get(pin.message_id) ?? pin.seq,
  }));
  return shown.sort((a, b) => b.pinned_on.getTime() - a.pinned_on.getTime() || b.seq - a.seq);
}

const pinsOfTickets: Finder<string, PinRow[]> = async ({ db, companyId }, tickets) => {
  const { rows } = await sql<PinRow & { place: number }>`select asked.place, p.*
    from unnest(${tickets}::uuid[]) with ordinality asked (ticket_id, place)
    cross join lateral shown_pins(${companyId}, asked.ticket_id, ${limits.pinsPerTicket}) p`.execute(db);
  return byPlace(tickets, rows);
};

export async function findPin(scope: Scope, ticket: Merging, messageId: string): Promise<PinRow | undefined> {
  return (await findPins(scope, ticket)).find(({ message_id }) => message_id === messageId);
}

export async function countPins(scope: Scope, ticket: Merging): Promise<number> {
  const { count } = await scope.db
    .selectFrom("pin")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", membersOf(ticket))
    .executeTakeFirstOrThrow();
  return Number(count);
}
