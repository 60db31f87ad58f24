/** The stored message that a provider's event is about. */
import type { MessageRow } from "../../support/messages/append.ts";
import { lockTicket, type TicketRow } from "../../support/ticket/access.ts";
import type { IncomingEvent } from "../seam/adapter.ts";
import type { Receiving } from "./receiving.ts";

export type Locating = Pick<Receiving, "scope"> & {
  channel: { id: string };
  context: Pick<Receiving["context"], "log">;
};

/**
 * The event's message, with its ticket locked. Null for an unknown one: it comes later, its client is blocked, or it is older
 * than the channel's connection.
 */
export async function lockMessage(
  { scope, channel, context }: Locating,
  { kind, externalId }: { kind: IncomingEvent["kind"] | "quote"; externalId: string },
): Promise<{ ticket: TicketRow; message: MessageRow } | null> {
  const find = () =>
    scope.db
      .selectFrom("message")
      .selectAll()
      .where("company_id", "=", scope.companyId)
      .where("channel_id", "=", channel.id)
      .where("external_id", "=", externalId)
      .executeTakeFirst();
  const seen = await find();
  const ticket = seen && (await lockTicket(scope, seen.ticket_id));
  // The row is read again under the lock, since it may have changed meanwhile.
  const message = ticket && (await find());
  if (ticket && message) return { ticket, message };
  context.log.debug({ channel: channel.id, kind }, "Event of an unknown message");
  return null;
}

export function changeMessage(
  { scope }: Pick<Receiving, "scope">,
  message: MessageRow,
  set: Partial<
    Pick<
      MessageRow,
      | "type"
      | "content"
      | "caption"
      | "file_id"
      | "original_id"
      | "edited_on"
      | "reaction"
      | "agent_reaction"
      | "agent_reaction_reason"
      | "status"
      | "status_reason"
    >
  >,
): Promise<MessageRow> {
  return scope.db
    .updateTable("message")
    .set(set)
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", message.ticket_id)
    .where("seq", "=", message.seq)
    .returningAll()
    .executeTakeFirstOrThrow();
}
