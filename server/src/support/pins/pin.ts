import { limits } from "@parley/contract/limits";
import type { Pin } from "@parley/contract/pins";
import { reasonOf } from "@parley/contract/reasons";
import { isType } from "@parley/contract/timeline";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { accessMessage } from "../messages/access.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessLocked } from "../ticket/access.ts";
import { countPins, findPin } from "./queries.ts";
import { viewPin } from "./view.ts";

/**
 * Pins a message for all who see the ticket, at any stage. A message already pinned stays unchanged: the answer is the
 * first pin.
 */
export async function pinMessage(
  scope: Scope<AgentActor>,
  ticketid: string,
  messageid: string,
): Promise<Pin> {
  // The ticket is locked, so that concurrent pins cannot exceed the limit, and the event reaches those who may see it
  // now.
  const ticket = await accessLocked(scope, ticketid);
  const message = await accessMessage(scope, ticket, { id: messageid });
  const known = await findPin(scope, ticket, message.id);
  if (known) return viewPin(known);
  if (!isType(message.type, "pinnable")) throw invalid("line_not_pinnable");
  await checkRoom(scope, ticket);
  await scope.db
    .insertInto("pin")
    .values({
      company_id: scope.companyId,
      ticket_id: message.ticket_id,
      message_id: message.id,
      pinned_by: scope.actor.id,
      pinned_on: scope.now,
    })
    .execute();
  const added = await findPin(scope, ticket, message.id);
  if (!added) throw new Error("A pin went missing between its row and its view");
  const pin = viewPin(added);
  scope.publish("newPinnedMessage", pin, audienceOf(scope.companyId, ticket.department_id, ticket.id));
  return pin;
}

/** Any agent who sees the ticket may unpin. A message that is not pinned stays so; a time without a message is 404. */
export async function unpinMessage(
  scope: Scope<AgentActor>,
  ticketid: string,
  createdOn: Date,
): Promise<Record<string, never>> {
  const ticket = await accessLocked(scope, ticketid);
  const message = await accessMessage(scope, ticket, { at: createdOn });
  const gone = await scope.db
    .deleteFrom("pin")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", message.ticket_id)
    .where("message_id", "=", message.id)
    .returning("message_id")
    .executeTakeFirst();
  if (!gone) return {};
  scope.publish(
    "unpinMessage",
    { ticketid: ticket.id, messageid: message.id, createdOn: message.created_on.toISOString() },
    audienceOf(scope.companyId, ticket.department_id, ticket.id),
  );
  return {};
}

async function checkRoom(scope: Scope, ticket: TicketRow) {
  if ((await countPins(scope, ticket)) < limits.pinsPerTicket) return;
  throw conflict("conflict", reasonOf("pins_full", { max: limits.pinsPerTicket }));
}
