import { randomUUID } from "node:crypto";
import type { GoalName } from "@parley/contract/goal-words";
import { cutPreview } from "@parley/contract/preview";
import { isType } from "@parley/contract/timeline";
import { type Insertable, type Selectable, sql } from "kysely";
import type { MessageTable } from "../../floor/database/schema.ts";
import { literal, type Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import { timeForNext } from "../ticket/merged.ts";
import { replyMail } from "./mail-reply.ts";
import { insertMail, type MailDraft } from "./mail-rows.ts";

export type MessageRow = Selectable<MessageTable>;

/** The goal that is due first in a ticket, as JSON. */
type GoalsRow = { goal: GoalName | null; on: string | null; paused: boolean | null; missed: boolean | null };

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

/** `silent`: the message has no event, so that nothing follows from it. `copied`: nor is it counted as the client's. */
type Around = {
  windowUntil?: Date | null;
  mail?: MailDraft | null;
  silent?: boolean;
  copied?: boolean;
  /** The key of the program that writes it. */
  key?: string | undefined;
};

/**
 * Appends a message to its locked ticket by `append_messages`, the one rule for what a message makes of a ticket. Its
 * event is inserted with it, and published by `recordMessage`. A repeat, by our own id or the provider's, inserts
 * nothing and returns null. `windowUntil` is the end of the reply window that the message opens. A message queued on a
 * mail channel is a mail; without `mail` it answers the last one.
 */
export async function appendMessage(
  scope: Scope,
  ticket: TicketRow,
  draft: MessageDraft,
  { windowUntil = null, mail: given = null, copied = false, silent = copied, key }: Around = {},
): Promise<{ ticket: TicketRow & WithGoals; message: MessageRow } | null> {
  const id = draft.id ?? randomUUID();
  const goesByMail = draft.status === "queued" && scope.platforms.find(ticket.platform)?.declaration.mail;
  const mail = given ?? (goesByMail ? await replyMail(scope, ticket, id) : null);
  const row = draftRow({ ...draft, id, has_mail: draft.has_mail ?? (mail ? true : null) }, windowUntil);
  // A line such as `close` is the timeline's form of an event that its verb records.
  const recorded = isType(draft.type, "countsAsUnread") && !silent;
  const counts = row.counts && !copied;
  const entry = { ...row, counts, number: 0, ticket: ticket.id, recorded, ...(key && { key }) };
  const at = ticket.merged_tickets ? await timeForNext(scope, ticket) : scope.now;
  const { rows } = await sql<AppendedRow>`select ${sql.raw(appendedColumns)}
    from append_messages(${scope.companyId}, ${toJson([entry])}::jsonb, ${at}) r`.execute(scope.db);
  const [appended] = rows;
  if (!appended) return null;
  if (mail) await insertMail(scope, ticket, id, mail);
  const { message, moved } = splitRow(appended);
  return { ticket: { ...ticket, ...moved, ticket_goals: appended.ticket_goals }, message };
}

/** The columns of a ticket that `append_messages` writes. */
const movedColumns = [
  ...(["last_seq", "client_messages", "last_message_on", "updated_on", "last_message_type"] as const),
  ...(["last_message_content", "last_message_is_agent", "last_message_agent_id"] as const),
  ...(["last_message_automatic", "last_message_author", "last_client_type", "last_client_content"] as const),
  ...(["client_wrote_on", "client_waits_since", "reply_window_until"] as const),
] satisfies (keyof TicketRow)[];
type Moved = Pick<TicketRow, (typeof movedColumns)[number]>;

type DatesOf<Row> = { [Key in keyof Row]-?: Date extends Row[Key] ? Key : never }[keyof Row];
const dates: Record<DatesOf<MessageRow>, true> = {
  ...{ created_on: true, edited_on: true },
  ...{ sending_until: true, next_attempt_on: true, deadline_on: true },
};

/** A message in one column, which PostgreSQL answers in half the time of its columns one by one. */
type InOneColumn = { message: Record<string, unknown> };

/** The message of such a column. Its times are texts there. */
function readMessage({ message }: InOneColumn): MessageRow {
  const row = { ...message };
  for (const name of Object.keys(dates)) if (row[name] !== null) row[name] = new Date(row[name] as string);
  return row as MessageRow;
}

/** The goals of its ticket after a message; null without a policy. */
export type WithGoals = { ticket_goals?: GoalsRow | null };

const appendedColumns = [
  "to_json(r.appended) as message",
  "r.goals as ticket_goals",
  ...movedColumns.map((column) => `(r.after).${column} as after_${column}`),
].join(", ");
type AppendedRow = InOneColumn & WithGoals & { [Column in keyof Moved as `after_${Column}`]: Moved[Column] };

function splitRow(row: AppendedRow): { message: MessageRow; moved: Moved } {
  const moved = movedColumns.map((column) => [column, row[`after_${column}`]]);
  return { message: readMessage(row), moved: Object.fromEntries(moved) as Moved };
}

/** A message as `receivingSql` appends it, and its ticket before. */
export type Received = MessageRow &
  WithGoals & {
    ticket_department: string;
    ticket_handler: string | null;
    ticket_accepted_on: Date | null;
    ticket_client_wrote_on: Date | null;
    ticket_followed: boolean;
    ticket_window_until: Date | null;
  };

/** A draft and what follows from its kind, as the SQL functions take them. */
export type DraftRow = { draft: object; preview: string | null; counts: boolean; window_until: Date | null };

export function draftRow(given: MessageDraft, until: Date | null): DraftRow {
  const draft = {
    ...given,
    id: given.id ?? randomUUID(),
    content: given.content ?? "",
    attempts: given.attempts ?? 0,
  };
  return {
    draft,
    preview: isType(given.type, "showsAsLast") ? previewOf(draft) : null,
    counts: !given.is_agent && isType(given.type, "countsAsUnread"),
    window_until: until,
  };
}

/** Columns of the row `r` that a function returns which receives messages, as `readReceived` reads them. */
export const receivedColumns = [
  "to_json(r.appended) as message",
  "(r.before).department_id as ticket_department",
  "(r.before).handler_id as ticket_handler",
  "(r.before).accepted_on as ticket_accepted_on",
  "(r.before).client_wrote_on as ticket_client_wrote_on",
  "r.followed as ticket_followed, r.goals as ticket_goals",
];

export function readReceived<Beside = object>(row: unknown): Received & Beside {
  const { message, ...beside } = row as InOneColumn & Beside;
  return { ...readMessage({ message }), ...beside } as Received & Beside;
}

type Signer = Pick<Scope, "companyId" | "sign">;

/** The hash that is kept of a provider's message id when its ticket was deleted and removed. */
export const purgedHash = (
  { companyId, sign }: Signer,
  { channelId, externalId }: { channelId: string; externalId: string },
): string => sign(`purged ${companyId} ${channelId} ${externalId}`);

/** A draft row's parameters of a function that receives one message. */
export const draftSql = ({ draft, preview, counts }: DraftRow): string[] => [
  `${literal(toJson(draft))}::jsonb`,
  preview === null ? "null" : literal(preview.toWellFormed()),
  String(counts),
];

const togetherColumns = [
  "r.number, r.written as message",
  "r.department as ticket_department, r.handler as ticket_handler, r.accepted as ticket_accepted_on",
  "r.wrote as ticket_client_wrote_on, r.followed as ticket_followed, r.window_until as ticket_window_until",
  "r.goals as ticket_goals",
].join(", ");

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
  return `select ${togetherColumns}
    from receive_messages(${literal(companyId)}, ${literal(toJson(rows))}::jsonb, ${literal(now.toISOString())}) r`;
}

/** Half a surrogate pair becomes U+FFFD, as in a text parameter: jsonb refuses it. */
function toJson(value: object): string {
  const json = JSON.stringify(value);
  if (!halfAPair.test(json)) return json;
  return JSON.stringify(value, (_key, part) => (typeof part === "string" ? part.toWellFormed() : part));
}
/** JSON has it as an escape. A text may look alike. */
const halfAPair = /\\ud[89a-f]/;

type NumberedMessage = { id: string; seq: number; is_agent: boolean; agent_id?: string | null | undefined };

/** The event's actor and id. */
export function messageEvent(ticket: Pick<TicketRow, "client_id">, message: NumberedMessage, key?: string) {
  const { id, seq, is_agent, agent_id } = message;
  const from = !is_agent ? "client" : agent_id ? "agent" : key ? "api_key" : "desk";
  const writer = from === "client" ? ticket.client_id : (agent_id ?? key ?? null);
  return { facts: { message: id, seq, from }, by: { kind: from, id: writer } } as const;
}

/** Appends a message that cannot be a repeat: one the desk makes itself. */
export async function appendNew(scope: Scope, ticket: TicketRow, draft: MessageDraft) {
  const appended = await appendMessage(scope, ticket, draft);
  if (!appended) throw new Error(`A ${draft.type} was taken for a repeat`);
  return appended;
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
