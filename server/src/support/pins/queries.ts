/** Reads of pins. Each selects the columns of `selectPins`, so that a pin has one shape everywhere. */
import { limits } from "@parley/contract/limits";
import { sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";

function selectPins(scope: Scope, ticketId: string) {
  return scope.db
    .selectFrom("pin")
    .innerJoin("message", (join) =>
      join
        .onRef("message.company_id", "=", "pin.company_id")
        .onRef("message.ticket_id", "=", "pin.ticket_id")
        .onRef("message.id", "=", "pin.message_id"),
    )
    .innerJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "pin.company_id").onRef("agent.id", "=", "pin.pinned_by"),
    )
    .leftJoin("agent as author", (join) =>
      join.onRef("author.company_id", "=", "message.company_id").onRef("author.id", "=", "message.agent_id"),
    )
    .leftJoin("file", (join) =>
      join.onRef("file.company_id", "=", "message.company_id").onRef("file.id", "=", "message.file_id"),
    )
    .select(["pin.ticket_id", "pin.message_id", "pin.pinned_by", "pin.pinned_on"])
    .select(["message.client_id", "message.created_on", "message.seq", "message.type"])
    .select(["message.content", "message.caption", "message.is_agent"])
    .select(["agent.first_name", "agent.last_name"])
    .select(["author.first_name as author_first_name", "author.last_name as author_last_name"])
    .select(["file.name as file_name", "file.state as file_state"])
    .where("pin.company_id", "=", scope.companyId)
    .where("pin.ticket_id", "=", ticketId);
}

export type PinRow = Awaited<ReturnType<ReturnType<typeof selectPins>["executeTakeFirstOrThrow"]>>;

/** The last pin first. The query uses a generic plan (see migration 057): each returning console runs it. */
export const findPins = (scope: Scope, ticketId: string): Promise<PinRow[]> =>
  lookUp(scope, pinsOfTickets, ticketId);

const pinsOfTickets: Finder<string, PinRow[]> = async ({ db, companyId }, tickets) => {
  const { rows } = await sql<PinRow & { place: number }>`select asked.place, p.*
    from unnest(${tickets}::uuid[]) with ordinality asked (ticket_id, place)
    cross join lateral shown_pins(${companyId}, asked.ticket_id, ${limits.pinsPerTicket}) p`.execute(db);
  return byPlace(tickets, rows);
};

export function findPin(scope: Scope, ticketId: string, messageId: string): Promise<PinRow | undefined> {
  return selectPins(scope, ticketId).where("pin.message_id", "=", messageId).executeTakeFirst();
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
