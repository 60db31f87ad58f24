/** A visitor's conversations: the tickets of their identity on this channel, and of those that were joined to it. */

import { typesThat } from "@parley/contract/timeline";
import type { VisitorConversation } from "@parley/contract/visitors";
import { type ExpressionBuilder, sql } from "kysely";
import { isOnline } from "../../../agents/online.ts";
import type { Database } from "../../../database/schema.ts";
import type { Scope } from "../../../database/scope.ts";
import { notFound } from "../../../errors.ts";
import { previewOf } from "../../../messages/append.ts";
import { lockTicket, type TicketRow } from "../../../ticket/access.ts";
import { pictureLink } from "./links.ts";
import type { Whose } from "./session.ts";

const most = 50;

/** Bound to the visitor of a session. */
function ownTickets({ db, companyId }: Scope, { channelId, externalId }: Whose) {
  return (
    db
      .selectFrom("ticket")
      .where("ticket.company_id", "=", companyId)
      .where("ticket.channel_id", "=", channelId)
      // By the client's index: a web chat has as many tickets as it had conversations.
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
  const ticket = own && lock ? await lockTicket(scope, own.id) : own;
  if (!ticket) throw notFound();
  return ticket;
}

/** The open one that was written in last, and how many there are. */
export async function findOpen(
  scope: Scope,
  session: Whose,
): Promise<{ open: TicketRow | null; count: number }> {
  const open = await ownTickets(scope, session)
    .selectAll("ticket")
    .where("ticket.closed_on", "is", null)
    .orderBy("ticket.updated_on", "desc")
    .limit(1)
    .executeTakeFirst();
  const { count } = await ownTickets(scope, session)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return { open: open ?? null, count: Number(count) };
}

/** The newest first. */
export async function listConversations(scope: Scope, session: Whose): Promise<VisitorConversation[]> {
  const rows = await shownTickets(scope, session).orderBy("ticket.updated_on", "desc").limit(most).execute();
  return rows.map((row) => shape(session, row));
}

export async function viewConversation(
  scope: Scope,
  session: Whose,
  id: string,
): Promise<VisitorConversation> {
  const row = await shownTickets(scope, session).where("ticket.id", "=", id).executeTakeFirst();
  if (!row) throw notFound();
  return shape(session, row);
}

const spoken = typesThat("crossesChannel");
type Messages = ExpressionBuilder<Database, "ticket">;

function shownTickets(scope: Scope, session: Whose) {
  const messages = (eb: Messages) =>
    eb
      .selectFrom("message")
      .whereRef("message.company_id", "=", "ticket.company_id")
      .whereRef("message.ticket_id", "=", "ticket.id")
      .where("message.type", "in", spoken);
  return ownTickets(scope, session)
    .innerJoin("company", "company.company_id", "ticket.company_id")
    .leftJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "ticket.company_id").onRef("agent.id", "=", "ticket.handler_id"),
    )
    .leftJoinLateral(
      (eb) =>
        messages(eb as unknown as Messages)
          .leftJoin("agent as writer", (join) =>
            join
              .onRef("writer.company_id", "=", "message.company_id")
              .onRef("writer.id", "=", "message.agent_id"),
          )
          .select(["message.is_agent", "message.type", "message.content", "message.caption"])
          .select(["message.created_on", "writer.first_name as author"])
          .orderBy("message.seq", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select(["ticket.id", "ticket.created_on", "ticket.closed_on", "ticket.rating", "ticket.last_seq"])
    .select(["ticket.handler_id", "company.reopen_window_hours as reopen_hours"])
    .select(["agent.first_name", "agent.profile_pic"])
    .select((eb) => isOnline(eb as never).as("online"))
    .select(["last.is_agent", "last.type", "last.content", "last.caption"])
    .select(["last.created_on as last_on", "last.author"])
    .select([
      sql<number>`(select count(*)::integer from message m where m.company_id = ticket.company_id
        and m.ticket_id = ticket.id and m.is_agent and m.status <> 'read')`.as("unread"),
      sql<number>`(select coalesce(max(seq), 0)::integer from message m where m.company_id = ticket.company_id
        and m.ticket_id = ticket.id and not m.is_agent)`.as("delivered"),
      sql<number>`(select coalesce(max(seq), 0)::integer from ticket_read r where r.company_id = ticket.company_id
        and r.ticket_id = ticket.id)`.as("read"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof shownTickets>["executeTakeFirstOrThrow"]>>;

const hour = 3_600_000;

function shape(session: Whose, row: Row): VisitorConversation {
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
            online: Boolean(row.online),
          },
    created_on: row.created_on.toISOString(),
    closed_on: closed?.toISOString() ?? null,
    rating: row.rating,
    can_rate: closed !== null,
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
