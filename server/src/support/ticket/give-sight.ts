import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";

type Seer = { agent_id: string | null; department_id: string | null };

/** Gives colleagues and departments sight of a locked ticket, until it is closed. Who has it keeps it as it is. */
export async function giveSight(scope: Scope<AgentActor>, ticketId: string, to: Seer[]): Promise<void> {
  if (to.length === 0) return;
  await scope.db
    .insertInto("ticket_sight")
    .values(
      to.map((seer) => ({
        company_id: scope.companyId,
        ticket_id: ticketId,
        ...seer,
        given_by: scope.actor.id,
        given_on: scope.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Closing ends it for good: the ticket leaves the screens of those who saw it by sight alone. */
export const endSight = inTransaction(["ticket_close"], async (scope, { subject: ticketId }) => {
  const { companyId, live } = scope;
  const { numDeletedRows } = await scope.db
    .deleteFrom("ticket_sight")
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", ticketId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  const seers = rooms.ticketSight(companyId, ticketId);
  scope.publish("removeTicket", { ticketid: ticketId }, [seers]);
  // The room is emptied once the closing has been published to it, which follows the work after the commit.
  scope.afterCommit(() => queueMicrotask(() => live.leaveTicketView(companyId, ticketId, seers)));
});
