import { sql } from "kysely";
import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { settleUnread } from "../notifications/inbox.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";

export type Seen = { ticket: TicketRow; seq: number; agentId: string };

/**
 * Marks the chat as seen up to message `upTo`. Never moves back; a number beyond the end means the end. Published to
 * the agent's other tabs. Null when the agent had seen every message of the client up to there.
 */
export async function markSeen(
  scope: Scope<AgentActor>,
  ticketId: string,
  upTo: number,
): Promise<Seen | null> {
  const ticket = await accessTicket(scope, ticketId, "read");
  const agentId = scope.actor.id;
  const seq = Math.min(upTo, ticket.last_seq);
  const seen = await scope.db
    .with("before", (db) =>
      db
        .selectFrom("ticket_read")
        .select("client_messages")
        .where("company_id", "=", scope.companyId)
        .where("ticket_id", "=", ticket.id)
        .where("agent_id", "=", agentId),
    )
    .insertInto("ticket_read")
    .columns(["company_id", "ticket_id", "agent_id", "seq", "client_messages", "read_on"])
    .expression((eb) =>
      eb
        .selectFrom("message")
        .select((m) => [
          "company_id",
          "ticket_id",
          sql<string>`${agentId}::uuid`.as("agent_id"),
          "seq",
          "client_no",
          m.val(scope.now).as("read_on"),
        ])
        .where("company_id", "=", scope.companyId)
        .where("ticket_id", "=", ticket.id)
        .where("seq", "=", seq),
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
    .returning((eb) => [
      "client_messages",
      eb.selectFrom("before").select("before.client_messages").as("client_messages_before"),
    ])
    .executeTakeFirst();
  if (!seen) return null;
  await settleUnread(scope, { ticketId: ticket.id });
  scope.publish("ticketRead", { ticketid: ticket.id, client_messages: seen.client_messages }, [
    rooms.agent(scope.companyId, agentId),
  ]);
  return seen.client_messages > (seen.client_messages_before ?? 0) ? { ticket, seq, agentId } : null;
}
