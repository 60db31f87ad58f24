import { sql } from "kysely";
import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { settleUnread } from "../notifications/inbox.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { isMerged, membersOf, numbersUpTo, readMember } from "../ticket/merged.ts";

export type Seen = { ticket: TicketRow; seq: number; agentId: string };

/**
 * Marks the chat as seen up to message `upTo`, in each of the tickets that are merged in it. Never moves back; a number beyond
 * the end means the end. Published to the agent's other tabs. Returns the tickets in which the agent had not seen every message
 * of the client up to there.
 */
export async function markSeen(scope: Scope<AgentActor>, ticketId: string, upTo: number): Promise<Seen[]> {
  const ticket = await accessTicket(scope, ticketId, "read");
  const ends = isMerged(ticket)
    ? await numbersUpTo(scope, ticket, upTo)
    : [{ id: ticket.id, seq: Math.min(upTo, ticket.last_seq) }];
  const moved: { id: string; seq: number; more: boolean }[] = [];
  let read = 0;
  for (const end of ends) {
    const seen = await moveMark(scope, end);
    read = seen?.client_messages ?? read;
    if (seen) moved.push({ ...end, more: seen.client_messages > (seen.client_messages_before ?? 0) });
  }
  if (moved.length === 0) return [];
  await settleUnread(scope, { ticketId: ticket.id });
  if (isMerged(ticket)) read = await countSeen(scope, ticket);
  scope.publish("ticketRead", { ticketid: ticket.id, client_messages: read }, [
    rooms.agent(scope.companyId, scope.actor.id),
  ]);
  const seen: Seen[] = [];
  for (const { id, seq, more } of moved) {
    const thread = more && (await readMember(scope, ticket, id));
    if (thread) seen.push({ ticket: thread, seq, agentId: scope.actor.id });
  }
  return seen;
}

/** The client's messages that the agent has seen in all of the merged tickets. */
async function countSeen({ db, companyId, actor }: Scope<AgentActor>, ticket: TicketRow): Promise<number> {
  const { seen } = await db
    .selectFrom("ticket_read")
    .select(({ fn }) => fn.sum<string | null>("client_messages").as("seen"))
    .where("company_id", "=", companyId)
    .where("agent_id", "=", actor.id)
    .where("ticket_id", "in", membersOf(ticket))
    .executeTakeFirstOrThrow();
  return Number(seen ?? 0);
}

/** Moves the agent's mark of what they have seen forward to `seq`, never back. */
function moveMark(scope: Scope<AgentActor>, { id, seq }: { id: string; seq: number }) {
  const agentId = scope.actor.id;
  return scope.db
    .with("before", (db) =>
      db
        .selectFrom("ticket_read")
        .select("client_messages")
        .where("company_id", "=", scope.companyId)
        .where("ticket_id", "=", id)
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
        .where("ticket_id", "=", id)
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
}
