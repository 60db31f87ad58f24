/** A visitor's conversations: the tickets of their identity on this channel, and of identities merged into it. */

import { typesThat } from "@parley/contract/timeline";
import type { VisitorConversation } from "@parley/contract/visitors";
import { type Selectable, sql } from "kysely";
import { withDeleted } from "../../../floor/database/deleted.ts";
import type { MessageTable, TicketTable } from "../../../floor/database/schema.ts";
import type { Scope } from "../../../floor/database/scope.ts";
import { notFound } from "../../../floor/errors/errors.ts";
import { previewOf } from "../../../support/messages/append.ts";
import { lockMember, lockTicket, type TicketRow } from "../../../support/ticket/access.ts";
import { isOfTicket } from "../../../support/ticket/merged.ts";
import { isClosedSilently } from "../../../support/tickets/close.ts";
import { pictureLink } from "../widget/picture.ts";
import type { Whose } from "./session.ts";

const most = 50;

/** Selects only tickets of the session's visitor. */
function ownTickets({ db, companyId }: Scope, { channelId, externalId }: Whose) {
  return (
    db
      .selectFrom("ticket")
      .where("ticket.company_id", "=", companyId)
      .where("ticket.channel_id", "=", channelId)
      // Uses the client's index: a web chat has as many tickets as it had conversations.
      .where("ticket.client_id", "=", (eb) =>
        eb
          .selectFrom("client_identity")
          .select("client_id")
          .where("company_id", "=", companyId)
          .where("channel_id", "=", channelId)
          .where("external_id", "=", externalId),
      )
      .where(
        (eb) => eb.ref("ticket.client_external_id"),
        "=",
        sql<string>`any(array(select external_id from client_identity where company_id = ${companyId}
        and channel_id = ${channelId} and alias = ${externalId} union all select ${externalId}))`,
      )
  );
}

/** 404 for any conversation that is not the visitor's. */
export async function accessConversation(
  scope: Scope,
  session: Whose,
  id: string,
  { lock = false } = {},
): Promise<TicketRow> {
  const own = await ownTickets(scope, session)
    .selectAll("ticket")
    .where("ticket.id", "=", id)
    .executeTakeFirst();
  if (own && !own.merged_into) {
    const ticket = lock ? await lockTicket(scope, own.id) : own;
    if (ticket) return ticket;
  }
  // A merged ticket is shown as its target stands, whose lock is its own.
  const [shown] = await findShown(scope, session, id);
  const merged = shown && (await lockMember(scope, id));
  if (!merged) throw notFound();
  return merged;
}

/** The open conversation with the last message; without one, the last number of a thread: deleted conversations keep theirs. */
export async function findOpen(
  scope: Scope,
  session: Whose,
): Promise<{ open: TicketRow; last: null } | { open: null; last: number }> {
  const open = await ownTickets(scope, session)
    .selectAll("ticket")
    .where("ticket.closed_on", "is", null)
    .orderBy("ticket.updated_on", "desc")
    .limit(1)
    .executeTakeFirst();
  if (open) return { open, last: null };
  const shown = (await findShown(scope, session, null)).find(({ closed_on }) => !closed_on);
  if (shown) return { open: await accessConversation(scope, session, shown.id), last: null };
  const number = sql<number | null>`max(substring(ticket.thread from ':([0-9]{1,9})$')::integer)`;
  const { last } = await withDeleted(scope, () =>
    ownTickets(scope, session).select(number.as("last")).executeTakeFirstOrThrow(),
  );
  return { open: null, last: last ?? 0 };
}

/** Conversations, the newest first. */
export async function listConversations(scope: Scope, session: Whose): Promise<VisitorConversation[]> {
  const rows = await findShown(scope, session, null);
  return rows.map((row) => shapeConversation(session, row));
}

/** Null for any conversation that is not the visitor's. */
export async function findConversation(
  scope: Scope,
  session: Whose,
  id: string,
): Promise<VisitorConversation | null> {
  const [row] = await findShown(scope, session, id);
  return row ? shapeConversation(session, row) : null;
}

/** 404 for any conversation that is not the visitor's. */
export async function viewConversation(
  scope: Scope,
  session: Whose,
  id: string,
): Promise<VisitorConversation> {
  const found = await findConversation(scope, session, id);
  if (!found) throw notFound();
  return found;
}

/** The types of messages that a visitor sees as the last one. */
export const spoken = typesThat("crossesChannel");

/** A row as the SQL function `visitor_conversations` returns it. */
export type ConversationRow = Pick<
  Selectable<TicketTable>,
  "id" | "created_on" | "closed_on" | "closed_silently_on" | "rating" | "last_seq" | "handler_id"
> &
  Pick<Nullable<Selectable<MessageTable>>, "is_agent" | "type" | "content" | "caption"> & {
    reopen_hours: number;
    first_name: string | null;
    profile_pic: string | null;
    online: boolean;
    last_on: Date | null;
    author: string | null;
    unread: number;
    delivered: number;
    read: number;
  };
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

async function findShown(
  { db, companyId }: Scope,
  { channelId, externalId }: Whose,
  only: string | null,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`select shown.*, ticket.closed_silently_on
      from visitor_conversations(${companyId}, ${channelId}, ${externalId}, ${only}, ${spoken}, ${most}) with ordinality
        as shown
      join ticket on ticket.company_id = ${companyId} and ${isOfTicket(sql`shown.id`)}
      order by shown.ordinality`.execute(db);
  return rows;
}

const hour = 3_600_000;

export function shapeConversation(session: Pick<Whose, "key">, row: ConversationRow): VisitorConversation {
  const { closed_on: closed, handler_id: handler, is_agent: fromDesk } = row;
  return {
    id: row.id,
    state: closed ? "closed" : handler ? "accepted" : "waiting",
    agent:
      row.first_name === null
        ? null
        : {
            name: row.first_name,
            avatar: pictureLink(session.key, row.profile_pic),
            online: row.online,
          },
    created_on: row.created_on.toISOString(),
    closed_on: closed?.toISOString() ?? null,
    rating: row.rating,
    can_rate: closed !== null && !isClosedSilently(row),
    reopens_until: closed && new Date(closed.getTime() + row.reopen_hours * hour).toISOString(),
    last:
      row.type === null || row.last_on === null || row.type === "unsupported"
        ? null
        : {
            mine: !fromDesk,
            type: row.type,
            excerpt: previewOf(row),
            created_on: row.last_on.toISOString(),
            author: fromDesk ? row.author : null,
          },
    unread: row.unread,
    seq: row.last_seq,
    seen: { delivered: row.delivered, read: Math.min(row.read, row.delivered) },
  };
}
