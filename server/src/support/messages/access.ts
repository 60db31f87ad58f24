import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { isMerged, membersOf, readMember } from "../ticket/merged.ts";
import type { MessageRow } from "./append.ts";
import { findMessage, findMessageAt } from "./queries.ts";

/**
 * A message of a ticket the caller has access to, or of one that is merged with it, by its id or by its time, which is unique
 * within a ticket. Any other message, also one of another ticket, is 404.
 */
export async function accessMessage(
  scope: Scope,
  ticket: TicketRow,
  which: { id: string } | { at: Date },
): Promise<MessageRow> {
  const among = isMerged(ticket) ? membersOf(ticket) : [ticket.id];
  const message =
    "id" in which ? await findMessage(scope, which.id) : await findMessageAt(scope, among, which.at);
  if (!message || !among.includes(message.ticket_id)) throw notFound();
  return message;
}

/** The same, with the ticket that it belongs to: on its thread a provider is asked. */
export async function accessOnThread(
  scope: Scope,
  ticket: TicketRow,
  id: string,
): Promise<{ ticket: TicketRow; message: MessageRow }> {
  const message = await accessMessage(scope, ticket, { id });
  const thread = await readMember(scope, ticket, message.ticket_id);
  if (!thread) throw notFound();
  return { ticket: thread, message };
}

/** A mail with its ticket. 404 for a message that is no mail, or of a ticket that the agent does not see. */
export async function accessMail(
  scope: Scope,
  messageId: string,
): Promise<{ ticket: TicketRow; message: MessageRow }> {
  const message = await findMessage(scope, messageId);
  if (!message?.has_mail) throw notFound();
  return { ticket: await accessTicket(scope, message.ticket_id, "read"), message };
}

/** The ticket of a message of the company's; the caller must have access to it. */
export const ticketOfMessage = async (scope: Scope, id: string): Promise<string | undefined> =>
  (await findMessage(scope, id))?.ticket_id;

/** A message that the same unit of work has appended. */
export async function ownMessage(scope: Scope, id: string): Promise<MessageRow> {
  const message = await findMessage(scope, id);
  if (!message) throw new Error("The message is appended");
  return message;
}

/** A message of any ticket that the agent may read. */
export async function accessSeen(scope: Scope, messageId: string): Promise<MessageRow> {
  const message = await findMessage(scope, messageId);
  if (!message) throw notFound();
  await accessTicket(scope, message.ticket_id, "read");
  return message;
}
