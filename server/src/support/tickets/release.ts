import type { Scope } from "../../floor/database/scope.ts";
import { recordEach } from "../../floor/ledger/record.ts";
import { viewSharedTickets } from "./view.ts";

/**
 * Releases the open tickets of an agent who is disabled or moved: they become pending. An agent who now sees
 * some departments keeps the tickets of those. Returns their number.
 */
export async function releaseTickets(
  scope: Scope,
  agentId: string,
  { exceptIn = [] }: { exceptIn?: string[] } = {},
): Promise<number> {
  const theirs = scope.db
    .updateTable("ticket")
    .set({ handler_id: null, accepted_on: null, accepted_by: null, waited_ms: null })
    .where("company_id", "=", scope.companyId)
    .where("handler_id", "=", agentId)
    .where("closed_on", "is", null);
  const leaving = exceptIn.length > 0 ? theirs.where("department_id", "not in", exceptIn) : theirs;
  const released = await leaving.returning("id").execute();
  if (released.length === 0) return 0;
  const views = await viewSharedTickets(
    scope,
    released.map(({ id }) => id),
  );
  await recordEach(
    scope,
    views.map((ticket) => ({
      kind: "ticket_release",
      subject: ticket.ticketid,
      facts: {
        from_department: ticket.departmentid,
        to_department: ticket.departmentid,
        from_handler: agentId,
        to_handler: null,
      },
      inHand: { ticket, leftDepartment: ticket.departmentid },
    })),
  );
  return released.length;
}
