import type { Scope } from "../database/scope.ts";
import { accessTicket } from "../ticket/access.ts";
import { findOpenTickets, type ReadTicket } from "./queries.ts";

/** All open tickets, or at most `limit` behind `after`, the last one on screen, where it stands now. */
export async function listOpen(
  scope: Scope,
  { limit, after }: { limit?: number | undefined; after?: string | undefined },
): Promise<ReadTicket[]> {
  return findOpenTickets(scope, {
    limit,
    after: after ? await accessTicket(scope, after, "see") : undefined,
  });
}
