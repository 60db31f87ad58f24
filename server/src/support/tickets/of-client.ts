import { limits } from "@parley/contract/limits";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
/** A client's tickets, for a change of the client that shows on each of them. */
import type { Scope } from "../../floor/database/scope.ts";
import { accessTicket, visibleTo } from "../ticket/access.ts";
import { countsInFigures } from "../ticket/spam.ts";
import { selectTickets, withNumbers } from "./queries.ts";
import { shapeShared, viewSharedTickets } from "./view.ts";

/**
 * Locks the newest of the client's tickets, by id, until the unit of work ends, so that their events are published in
 * order.
 */
export async function lockTicketsOfClient(scope: Scope, clientId: string, most: number): Promise<string[]> {
  const newest = scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("client_id", "=", clientId)
    .orderBy("created_on", "desc")
    .limit(most);
  const tickets = await scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "in", newest)
    .orderBy("id")
    .forUpdate()
    .execute();
  return tickets.map(({ id }) => id);
}

/** The departments that have a ticket of the client. */
export async function departmentsOfClient({ db, companyId }: Scope, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("ticket")
    .select("department_id")
    .distinct()
    .where("company_id", "=", companyId)
    .where("client_id", "=", clientId)
    .execute();
  return rows.map(({ department_id }) => department_id);
}

/** Views those tickets in the shape shared by all who may see them. */
export async function viewTicketsOfClient(scope: Scope, ids: string[]): Promise<SharedTicket[]> {
  return ids.length === 0 ? [] : viewSharedTickets(scope, ids);
}

/** Counts how often a client came back to a closed ticket that the agent sees. */
export async function countReopened(scope: Scope, clientId: string): Promise<number> {
  const { reopened } = await scope.db
    .selectFrom("ticket")
    .select((eb) => eb.fn.sum<string | null>("reopened_count").as("reopened"))
    .where("company_id", "=", scope.companyId)
    .where("client_id", "=", clientId)
    .where(visibleTo(scope.actor))
    .where(countsInFigures)
    .executeTakeFirstOrThrow();
  return Number(reopened ?? 0);
}

/** A page of the client's tickets that the agent may see, newest first: those after the ticket `after`. */
export async function listTicketsOfClient(
  scope: Scope,
  clientId: string,
  after: string | undefined,
): Promise<SharedTicket[]> {
  const last = after ? await accessTicket(scope, after, "see") : null;
  let query = selectTickets(scope)
    .where("ticket.client_id", "=", clientId)
    .where(visibleTo(scope.actor))
    .orderBy("ticket.created_on", "desc")
    .orderBy("ticket.id", "desc")
    .limit(limits.ticketsPage);
  if (last) {
    query = query.where(
      sql<boolean>`(ticket.created_on, ticket.id) < (${last.created_on}::timestamptz, ${last.id}::uuid)`,
    );
  }
  return (await query.execute()).map((row) => shapeShared(scope, withNumbers(row)));
}
