/** Reads of pins. Each asks `shown_pins`, so a pin has one shape everywhere. */
import { limits } from "@parley/contract/limits";
import { type Selectable, sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { AgentTable, FileTable, MessageTable, PinTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";

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

/** The last pin first. The query uses a generic plan (see migration 057): each returning console runs it. */
export const findPins = (scope: Scope, ticketId: string): Promise<PinRow[]> =>
  lookUp(scope, pinsOfTickets, ticketId);

const pinsOfTickets: Finder<string, PinRow[]> = async ({ db, companyId }, tickets) => {
  const { rows } = await sql<PinRow & { place: number }>`select asked.place, p.*
    from unnest(${tickets}::uuid[]) with ordinality asked (ticket_id, place)
    cross join lateral shown_pins(${companyId}, asked.ticket_id, ${limits.pinsPerTicket}) p`.execute(db);
  return byPlace(tickets, rows);
};

export async function findPin(
  scope: Scope,
  ticketId: string,
  messageId: string,
): Promise<PinRow | undefined> {
  return (await findPins(scope, ticketId)).find(({ message_id }) => message_id === messageId);
}

export async function countPins(scope: Scope, ticketId: string): Promise<number> {
  const { count } = await scope.db
    .selectFrom("pin")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
