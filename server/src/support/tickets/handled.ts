/** The tickets section of an agent's profile. */
import { limits } from "@parley/contract/limits";
import type { TicketLine } from "@parley/contract/tickets";
import type { Scope } from "../../floor/database/scope.ts";
import { countRatings } from "../totals/totals.ts";
import { withFirstWords } from "./first-words.ts";
import { selectTickets, withNumbers } from "./queries.ts";
import { shapeShared } from "./view.ts";

/**
 * Open and closed tickets, the newest activity first. The page is cut from an index before anything is joined to it.
 */
export async function listHandled(scope: Scope, agentId: string): Promise<TicketLine[]> {
  const page = scope.db
    .selectFrom("ticket")
    .select("ticket.id")
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.handler_id", "=", agentId)
    .orderBy("ticket.updated_on", "desc")
    .orderBy("ticket.id")
    .limit(limits.ticketsPage);
  const rows = await selectTickets(scope)
    .where("ticket.id", "in", page)
    .orderBy("ticket.updated_on", "desc")
    .orderBy("ticket.id")
    .execute();
  return withFirstWords(
    scope,
    rows.map((row) => shapeShared(scope, withNumbers(row))),
  );
}

/** The mean rating from 1 to 3, to two decimals; null without ratings. It covers tickets in every department. */
export async function meanRating(scope: Scope, agentId: string): Promise<number | null> {
  const { rated, stars } = await countRatings(scope, agentId);
  return rated === 0 ? null : Math.round((stars / rated) * 100) / 100;
}
