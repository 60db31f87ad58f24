import { randomUUID } from "node:crypto";
import { isType } from "@parley/contract/timeline";
import { type Insertable, type Selectable, sql } from "kysely";
import type { MessageTable, TicketTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import { actorOf, insertEvents } from "../ledger/record.ts";
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
 * Gives a message the next number of its locked ticket and a time after every earlier one; its event is inserted in the
 * same statement, and published by `recordMessage`. A repeat, by our own id or the provider's, adds nothing and answers null.
 */
export async function appendMessage(
  scope: Scope,
  ticket: TicketRow,
  draft: MessageDraft,
): Promise<{ ticket: TicketRow; message: MessageRow } | null> {
  const fromClient = draft.is_agent || !isType(draft.type, "countsAsUnread") ? 0 : 1;
  const values = {
    ...draft,
    id: draft.id ?? randomUUID(),
    company_id: scope.companyId,
    ticket_id: ticket.id,
    channel_id: ticket.channel_id,
    client_id: ticket.client_id,
    seq: ticket.last_seq + 1,
    client_no: ticket.client_messages + fromClient,
    author: draft.author ?? (draft.is_agent ? null : ticket.client_external_id),
    created_on: momentAfter(scope.now, ticket.last_message_on),
  };
  const change = {
    last_seq: values.seq,
    client_messages: values.client_no,
    last_message_on: values.created_on,
    ...(isType(values.type, "showsAsLast") && {
      last_message_type: values.type,
      last_message_content: previewOf(values),
      last_message_is_agent: values.is_agent,
    }),
    updated_on: values.created_on,
    ...(fromClient && { client_wrote_on: values.created_on }),
  };
  const counted = scope.db
    .with("appended", (db) =>
      db
        .insertInto("message")
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .returningAll(),
    )
    .with("counted", (db) =>
      db
        .updateTable("ticket")
        .from("appended")
        .set(change)
        .where("ticket.company_id", "=", scope.companyId)
        .where("ticket.id", "=", ticket.id)
        .returning("ticket.id"),
    );
  // A line such as `close` is the timeline's form of an event that its verb records.
  const query = isType(draft.type, "crossesChannel")
    ? counted.with("recorded", () => eventOf(scope, ticket, values))
    : counted;
  const message = await query.selectFrom("appended").selectAll().executeTakeFirst();
  return message ? { ticket: { ...ticket, ...change }, message } : null;
}

function eventOf(scope: Scope, ticket: TicketRow, message: NumberedMessage) {
  const { facts, by } = messageEvent(ticket, message);
  const { actor_kind, actor_id } = actorOf(scope, { by });
  const insert = insertEvents(
    scope,
    sql`(select 'ticket'::text as type, ticket_id as subject, 'ticket_message'::text as kind,
      ${actor_kind}::text as actor_kind, ${actor_id}::uuid as actor_id, ${JSON.stringify(facts)}::jsonb as facts
      from appended) e`,
  );
  return sql<object>`(${insert})`;
}

type NumberedMessage = { id: string; seq: number; is_agent: boolean; agent_id?: string | null | undefined };

/** Who wrote it, and which message it is. */
export function messageEvent(ticket: Pick<TicketRow, "client_id">, message: NumberedMessage) {
  const { id, seq, is_agent, agent_id } = message;
  const from = !is_agent ? "client" : agent_id ? "agent" : "desk";
  const writer = from === "client" ? ticket.client_id : (agent_id ?? null);
  return { facts: { message: id, seq, from }, by: { kind: from, id: writer } } as const;
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
