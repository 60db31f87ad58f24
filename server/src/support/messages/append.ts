import { randomUUID } from "node:crypto";
import { cutPreview } from "@parley/contract/preview";
import { isType } from "@parley/contract/timeline";
import { type Insertable, type Selectable, sql } from "kysely";
import type { MessageTable } from "../../floor/database/schema.ts";
import { literal, type Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { replyMail } from "./mail-reply.ts";
import { insertMail, type MailDraft } from "./mail-rows.ts";

export type MessageRow = Selectable<MessageTable>;

/** A message before it is appended: the ticket gives it number, time and channel. */
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

/** `silent`: the message has no event, so that nothing follows from it. */
type Around = { windowUntil?: Date | null; mail?: MailDraft | null; silent?: boolean };

/**
 * Inserts a message with the next number of its locked ticket and a time after every earlier one; its event is inserted
 * in the same statement, and published by `recordMessage`. A repeat, by our own id or the provider's, inserts nothing
 * and returns null. `windowUntil` is the end of the reply window that the message opens. A message queued on a mail
 * channel is a mail; without `mail` it answers the last one.
 */
export async function appendMessage(
  scope: Scope,
  ticket: TicketRow,
  draft: MessageDraft,
  { windowUntil = null, mail: given = null, silent = false }: Around = {},
): Promise<{ ticket: TicketRow; message: MessageRow } | null> {
  const id = draft.id ?? randomUUID();
  const goesByMail = draft.status === "queued" && scope.platforms.find(ticket.platform)?.declaration.mail;
  const mail = given ?? (goesByMail ? await replyMail(scope, ticket, id) : null);
  const fromClient = draft.is_agent || !isType(draft.type, "countsAsUnread") ? 0 : 1;
  const values = {
    ...draft,
    id,
    has_mail: draft.has_mail ?? (mail ? true : null),
    content: draft.content ?? "",
    attempts: draft.attempts ?? 0,
    company_id: scope.companyId,
    ticket_id: ticket.id,
    channel_id: ticket.channel_id,
    client_id: ticket.client_id,
    seq: ticket.last_seq + 1,
    client_no: ticket.client_messages + fromClient,
    author: draft.author ?? (draft.is_agent ? null : ticket.client_external_id),
    created_on: momentAfter(scope.now, ticket.last_message_on),
  };
  const preview = isType(values.type, "showsAsLast") ? previewOf(values) : null;
  // A line such as `close` is the timeline's form of an event that its verb records.
  const event = isType(values.type, "countsAsUnread") && !silent ? eventRow(scope, ticket, values) : null;
  const { rows } = await sql<MessageRow>`select * from append_message(${toJson(values)}::jsonb,
    ${preview}, ${fromClient === 1}, ${event && toJson(event)}::jsonb, ${windowUntil})`.execute(scope.db);
  const [message] = rows;
  if (!message) return null;
  if (mail) await insertMail(scope, ticket, message.id, mail);
  const change = changeBy(message, preview, fromClient === 1);
  return { ticket: { ...ticket, ...change, reply_window_until: later(ticket, windowUntil) }, message };
}

/** A message that names no other row. */
export type Plain = Pick<MessageDraft, "type" | "content" | "caption" | "external_id" | "album">;

/** A message as `receivingSql` appends it, and its ticket before. */
export type Received = MessageRow & {
  ticket_department: string;
  ticket_handler: string | null;
  ticket_accepted_on: Date | null;
  ticket_client_wrote_on: Date | null;
  ticket_window_until: Date | null;
};

/** A draft and its derived values, as parameters of the SQL functions that receive messages. */
export type DraftRow = { draft: object; preview: string | null; counts: boolean; window_until: Date | null };

export function draftRow(given: Plain, until: Date | null): DraftRow {
  const draft = { ...given, id: randomUUID(), content: given.content ?? "", attempts: 0, is_agent: false };
  return {
    draft,
    preview: isType(given.type, "showsAsLast") ? previewOf(draft) : null,
    counts: isType(given.type, "countsAsUnread"),
    window_until: until,
  };
}

/** Columns of the row `r` that such a function returns. */
export const receivedColumns = [
  "(r.appended).*",
  "(r.before).department_id as ticket_department",
  "(r.before).handler_id as ticket_handler",
  "(r.before).accepted_on as ticket_accepted_on",
  "(r.before).client_wrote_on as ticket_client_wrote_on",
];

/** A draft row's parameters of a function that receives one message. */
export const draftSql = ({ draft, preview, counts }: DraftRow): string[] => [
  `${literal(toJson(draft))}::jsonb`,
  preview === null ? "null" : literal(preview.toWellFormed()),
  String(counts),
];

/**
 * SQL that appends clients' messages, which name no other row, to their open tickets, each of a different thread: to be
 * sent with the first statement of the unit of work. `number` is a row's index; a message without a row needs the
 * longer way.
 */
export function receivingSql(
  companyId: string,
  rows: (DraftRow & { number: number; channel: string; thread: string })[],
  now: Date,
): string {
  const columns = ["r.number", ...receivedColumns, "r.window_until as ticket_window_until"];
  return `select ${columns.join(", ")}
    from receive_messages(${literal(companyId)}, ${literal(toJson(rows))}::jsonb, ${literal(now.toISOString())}) r`;
}

/** The columns of the ticket that `append_message` writes. */
function changeBy(message: MessageRow, preview: string | null, fromClient: boolean): Partial<TicketRow> {
  return {
    last_seq: message.seq,
    client_messages: message.client_no,
    last_message_on: message.created_on,
    updated_on: message.created_on,
    ...(preview !== null && {
      last_message_type: message.type,
      last_message_content: preview,
      last_message_is_agent: message.is_agent,
      last_message_agent_id: message.agent_id,
      last_message_automatic: message.purpose !== null,
      last_message_author: null,
    }),
    ...(fromClient && {
      client_wrote_on: message.created_on,
      last_client_type: message.type,
      last_client_content: preview ?? "",
    }),
  };
}

function later({ reply_window_until: known }: TicketRow, end: Date | null): Date | null {
  return known && end && known > end ? known : (end ?? known);
}

function eventRow(scope: Scope, ticket: TicketRow, message: NumberedMessage) {
  const { facts, by } = messageEvent(ticket, message);
  return { actor_kind: by.kind, actor_id: by.id, time: scope.now, facts };
}

/** Half a surrogate pair becomes U+FFFD, as in a text parameter: jsonb refuses it. */
const toJson = (value: object): string =>
  JSON.stringify(value, (_key, part) => (typeof part === "string" ? part.toWellFormed() : part));

type NumberedMessage = { id: string; seq: number; is_agent: boolean; agent_id?: string | null | undefined };

/** The event's actor and id. */
export function messageEvent(ticket: Pick<TicketRow, "client_id">, message: NumberedMessage) {
  const { id, seq, is_agent, agent_id } = message;
  const from = !is_agent ? "client" : agent_id ? "agent" : "desk";
  const writer = from === "client" ? ticket.client_id : (agent_id ?? null);
  return { facts: { message: id, seq, from }, by: { kind: from, id: writer } } as const;
}

/** Appends a message that cannot be a repeat: one the desk makes itself. */
export async function appendNew(scope: Scope, ticket: TicketRow, draft: MessageDraft) {
  const appended = await appendMessage(scope, ticket, draft);
  if (!appended) throw new Error(`A ${draft.type} was taken for a repeat`);
  return appended;
}

/** Times are unique in the contract: strictly increasing within a ticket, to the millisecond. */
function momentAfter(now: Date, last: Date | null): Date {
  return last && last >= now ? new Date(last.getTime() + 1) : now;
}

/** The preview of a ticket's last message. Cut by code point, as the console cuts it on an event. */
export function previewOf({
  content,
  caption,
}: {
  content?: string | null;
  caption?: string | null;
}): string {
  return cutPreview(content || caption || "");
}
