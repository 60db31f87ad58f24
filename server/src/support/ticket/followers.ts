import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "./access.ts";

/** True if somebody follows a ticket that waits to be accepted. It is not asked of others: their handler is told anyway. */
export async function isFollowedUnaccepted(
  { db, companyId }: Scope,
  { id, handler_id }: Pick<TicketRow, "id" | "handler_id">,
): Promise<boolean> {
  if (handler_id) return false;
  const follower = await db
    .selectFrom("ticket_follower")
    .select("agent_id")
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  return follower !== undefined;
}
