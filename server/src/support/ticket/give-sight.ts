import { agentIdOf } from "../../floor/actors/actor.ts";
import { rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { afterCommit, inTransaction, type Publishing } from "../../floor/ledger/subscribers.ts";

type Seer = { agent_id: string | null; department_id: string | null };

/**
 * Gives colleagues and departments sight of a locked ticket, until it is closed. Sight that they have already stays
 * as it is.
 */
export async function giveSight(scope: Scope, ticketId: string, to: Seer[]): Promise<void> {
  if (to.length === 0) return;
  await scope.db
    .insertInto("ticket_sight")
    .values(
      to.map((seer) => ({
        company_id: scope.companyId,
        ticket_id: ticketId,
        ...seer,
        given_by: agentIdOf(scope.actor),
        given_on: scope.now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** An agent who has gained sight of a ticket gets its live event. */
export const tellSighted = afterCommit(["ticket_mention"], (scope, { subject, facts }) => {
  if (facts.sight)
    publishSighted(scope, subject, [{ agent_id: facts.agent, department_id: facts.department }]);
});

/** An agent keeps sight of a ticket that moves from their department to another. */
export const tellSightedOfMove = inTransaction(["ticket_reassign"], async (scope, { subject, facts }) => {
  if (facts.from_department === facts.to_department) return;
  const seers = await scope.db
    .selectFrom("ticket_sight")
    .select(["agent_id", "department_id"])
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", subject)
    .execute();
  publishSighted(scope, subject, seers);
});

function publishSighted({ companyId, publish }: Publishing, ticketid: string, seers: Seer[]): void {
  const to = seers.flatMap(({ agent_id, department_id }) => [
    ...(agent_id ? [rooms.agent(companyId, agent_id)] : []),
    ...(department_id ? [rooms.department(companyId, department_id)] : []),
  ]);
  // An empty list of rooms would mean all sockets.
  if (to.length > 0) publish("ticketSighted", { ticketid }, to);
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
