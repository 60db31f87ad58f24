import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "./access.ts";
import { type Merging, membersOf } from "./merged.ts";

/**
 * True if an agent follows a ticket that waits to be accepted. Other tickets are not looked up: their handler is
 * notified anyway.
 */
export async function isFollowedUnaccepted(
  { db, companyId }: Scope,
  ticket: Pick<TicketRow, "id" | "handler_id"> & Merging,
): Promise<boolean> {
  if (ticket.handler_id) return false;
  const follower = await db
    .selectFrom("ticket_follower")
    .select("agent_id")
    .where("company_id", "=", companyId)
    .where("ticket_id", "in", membersOf(ticket))
    .limit(1)
    .executeTakeFirst();
  return follower !== undefined;
}
