import { isType } from "@parley/contract/timeline";
import type { Insertable, Selectable } from "kysely";
import type { MessageTable, TicketTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import { previewOf } from "./preview.ts";

export type TicketRow = Selectable<TicketTable>;
export type MessageRow = Selectable<MessageTable>;

/** A message before it has its place: the ticket gives it number, time and channel. */
export type MessageDraft = Pick<Insertable<MessageTable>, "type" | "is_agent"> &
  Partial<
    Omit<
      Insertable<MessageTable>,
      | "company_id"
      | "ticket_id"
      | "seq"
      | "channel_id"
      | "client_id"
      | "client_no"
      | "created_on"
      | "type"
      | "is_agent"
    >
  >;

/**
 * Locks a ticket for the rest of the unit of work. Whoever appends to a ticket or changes its stage holds this lock, so
 * numbers are dense and transitions happen one after the other.
 */
export async function lockTicket(scope: Scope, ticketId: string): Promise<TicketRow | undefined> {
  return scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Gives a message the next number of its locked ticket and a time after every earlier one. A repeat, by our own id or
 * the provider's, adds nothing and answers null.
 */
export async function appendMessage(
  scope: Scope,
  ticket: TicketRow,
  draft: MessageDraft,
): Promise<{ ticket: TicketRow; message: MessageRow } | null> {
  const fromClient = draft.is_agent || !isType(draft.type, "countsAsUnread") ? 0 : 1;
  const message = await scope.db
    .insertInto("message")
    .values({
      ...draft,
      company_id: scope.companyId,
      ticket_id: ticket.id,
      channel_id: ticket.channel_id,
      client_id: ticket.client_id,
      seq: ticket.last_seq + 1,
      client_no: ticket.client_messages + fromClient,
      author: draft.author ?? (draft.is_agent ? null : ticket.client_external_id),
      created_on: momentAfter(scope.now, ticket.last_message_on),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!message) return null;
  const updated = await scope.db
    .updateTable("ticket")
    .set({
      last_seq: message.seq,
      client_messages: message.client_no,
      last_message_on: message.created_on,
      ...(isType(message.type, "showsAsLast") && {
        last_message_type: message.type,
        last_message_content: previewOf(message),
        last_message_is_agent: message.is_agent,
      }),
      updated_on: message.created_on,
      ...(fromClient && { client_wrote_on: message.created_on }),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ticket: updated, message };
}

/** For a message that cannot be a repeat: one the desk makes itself. */
export async function appendNew(scope: Scope, ticket: TicketRow, draft: MessageDraft) {
  const appended = await appendMessage(scope, ticket, draft);
  if (!appended) throw new Error(`A ${draft.type} was taken for a repeat`);
  return appended;
}

/** Times are an identity in the contract: strictly increasing within a ticket, to the millisecond. */
function momentAfter(now: Date, last: Date | null): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}
