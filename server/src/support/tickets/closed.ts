import type { Scope } from "../../floor/database/scope.ts";
import { accessTicket } from "../ticket/access.ts";
import { findClosedTickets, type ReadTicket } from "./queries.ts";

/**
 * The ten closed tickets after `before`, the last one on screen; else those after the offset. A ticket that was
 * reopened meanwhile is no position to continue from, so the offset is used.
 */
export async function listClosed(
  scope: Scope,
  { offset, before }: { offset: number; before?: string },
): Promise<ReadTicket[]> {
  const last = before ? await accessTicket(scope, before, "see") : null;
  if (!last?.closed_on) return findClosedTickets(scope, { offset });
  return findClosedTickets(scope, { id: last.id, closed_on: last.closed_on });
}
