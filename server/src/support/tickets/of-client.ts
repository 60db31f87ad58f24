/** A client's tickets, for a change of the client that shows on each of them. */
import { limits } from "@parley/contract/limits";
import type { SharedTicket, TicketLine } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { accessTicket, visibleTo } from "../ticket/access.ts";
import { countsInFigures } from "../ticket/spam.ts";
import { raiseVersions } from "../ticket/version.ts";
import { withFirstWords } from "./first-words.ts";
import { selectTickets, withNumbers } from "./queries.ts";
import { shapeShared, viewSharedTickets } from "./view.ts";

/**
 * Locks the newest tickets of one client or of two, by id, until the unit of work ends, and raises their versions: what
 * is published of them is in order.
 */
export async function lockTicketsOfClient(
  scope: Scope,
  clientIds: string[],
  most: number,
): Promise<string[]> {
  const newest = scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("client_id", "in", clientIds)
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
  const ids = tickets.map(({ id }) => id);
  await raiseVersions(scope, ids);
  return ids;
}

/** Locks the open tickets of some clients until the unit of work ends, and raises their versions. */
export async function lockOpenTickets(scope: Scope, clientIds: string[]): Promise<void> {
  const { db, companyId } = scope;
  const tickets = await db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", companyId)
    .where("client_id", "in", clientIds)
    .where("closed_on", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  await raiseVersions(
    scope,
    tickets.map(({ id }) => id),
  );
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

/** Names a client, or an organisation whose clients' tickets are listed. */
type Whose = { client: string } | { organisation: string };

/**
 * A page of the tickets that the agent may see, newest first: those after the ticket `after`. It is cut from an index before
 * anything is joined to it.
 */
export async function listTicketsOf(
  scope: Scope,
  whose: Whose,
  after: string | undefined,
): Promise<TicketLine[]> {
  const last = after ? await accessTicket(scope, after, "see") : null;
  let ids = scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where(isOf(whose))
    .where(visibleTo(scope.actor))
    .orderBy("ticket.created_on", "desc")
    .orderBy("ticket.id", "desc")
    .limit(limits.ticketsPage);
  if (last) {
    ids = ids.where(
      sql<boolean>`(ticket.created_on, ticket.id) < (${last.created_on}::timestamptz, ${last.id}::uuid)`,
    );
  }
  const rows = await selectTickets(scope)
    .where("ticket.id", "in", ids)
    .orderBy("ticket.created_on", "desc")
    .orderBy("ticket.id", "desc")
    .execute();
  return withFirstWords(
    scope,
    rows.map((row) => shapeShared(scope, withNumbers(row))),
  );
}

/** A condition on tickets. */
export const isOf = (whose: Whose) =>
  "client" in whose
    ? sql<boolean>`ticket.client_id = ${whose.client}`
    : sql<boolean>`exists (select from client c where c.company_id = ticket.company_id and c.id = ticket.client_id
        and c.organisation_id = ${whose.organisation} and c.merged_into is null)`;
