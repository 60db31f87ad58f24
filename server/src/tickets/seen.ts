import { sql } from "kysely";
import { rooms } from "../actors/rooms.ts";
import type { AgentActor, Scope } from "../database/scope.ts";
import { settleUnread } from "../notifications/inbox.ts";
import { accessTicket } from "../ticket/access.ts";

/**
 * Marks the chat as seen up to message `seq`. Never goes backwards; a number beyond the end means the end. Published
 * to the agent's other tabs.
 */
export async function markSeen(scope: Scope<AgentActor>, ticketId: string, seq: number): Promise<void> {
  const ticket = await accessTicket(scope, ticketId, "see");
  const seen = await scope.db
    .insertInto("ticket_read")
    .columns(["company_id", "ticket_id", "agent_id", "seq", "client_messages", "read_on"])
    .expression((eb) =>
      eb
        .selectFrom("message")
        .select((m) => [
          "company_id",
          "ticket_id",
          sql<string>`${scope.actor.id}::uuid`.as("agent_id"),
          "seq",
          "client_no",
          m.val(scope.now).as("read_on"),
        ])
        .where("company_id", "=", scope.companyId)
        .where("ticket_id", "=", ticket.id)
        .where("seq", "=", Math.min(seq, ticket.last_seq)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "agent_id", "ticket_id"])
        .doUpdateSet((eb) => ({
          seq: eb.ref("excluded.seq"),
          client_messages: eb.ref("excluded.client_messages"),
          read_on: eb.ref("excluded.read_on"),
        }))
        .whereRef("excluded.seq", ">", "ticket_read.seq"),
    )
    .returning("client_messages")
    .executeTakeFirst();
  if (!seen) return;
  await settleUnread(scope, { ticketId: ticket.id });
  scope.publish("ticketRead", { ticketid: ticket.id, client_messages: seen.client_messages }, [
    rooms.agent(scope.companyId, scope.actor.id),
  ]);
}
