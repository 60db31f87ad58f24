import type { Ticket } from "@parley/contract/tickets";
import type { AgentActor, Scope } from "../database/scope.ts";
import { appendNew, type TicketRow } from "../messages/append.ts";
import { publishNewMessage } from "../messages/publish.ts";
import { nudgeDelivery, waiting } from "../messages/queue.ts";
import { audienceOf } from "../realtime/rooms.ts";
import { accessLocked, checkAbility } from "./access.ts";
import { recordAction } from "./action.ts";
import { ratingQuestion } from "./rating-question.ts";
import { viewTicket } from "./view.ts";

/** Closes a ticket in the agent's name and asks the client to rate it. Closing it twice oneself changes nothing. */
export async function closeTicket(scope: Scope<AgentActor>, id: string): Promise<Ticket> {
  const ticket = await accessLocked(scope, id);
  if (ticket.closed_on && ticket.closed_by === scope.actor.id) return viewTicket(scope, ticket.id);
  await checkAbility(scope, ticket, "close");
  const closed = await scope.db
    .updateTable("ticket")
    .set({ closed_on: scope.now, closed_by: scope.actor.id, closed_by_name: scope.actor.name })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAction(scope, closed, "ticket_close", { agent_id: scope.actor.id });
  scope.publish(
    "closeTicket",
    {
      ticketid: closed.id,
      closed_on: scope.now.toISOString(),
      closed_by_name: scope.actor.name,
      departmentid: closed.department_id,
    },
    audienceOf(scope.companyId, closed.department_id),
  );
  await askForRating(scope, await writeClosing(scope, closed));
  return viewTicket(scope, closed.id);
}

async function writeClosing(scope: Scope<AgentActor>, closed: TicketRow): Promise<TicketRow> {
  const { ticket, message } = await appendNew(scope, closed, {
    type: "close",
    content: scope.actor.name,
    is_agent: true,
    agent_id: scope.actor.id,
  });
  await publishNewMessage(scope, ticket, message);
  return ticket;
}

async function askForRating(scope: Scope<AgentActor>, closed: TicketRow): Promise<void> {
  const identity = await scope.db
    .selectFrom("client_identity")
    .select("lang")
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", closed.channel_id)
    .where("external_id", "=", closed.client_external_id)
    .executeTakeFirst();
  const { ticket, message } = await appendNew(scope, closed, {
    type: "text",
    content: ratingQuestion(identity?.lang ?? null),
    is_agent: true,
    purpose: "rating_question",
    ...waiting(scope),
  });
  await nudgeDelivery(scope, ticket.id);
  await publishNewMessage(scope, ticket, message);
}
