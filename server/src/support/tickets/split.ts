/** Splitting a ticket by copies of some of its messages, and undoing that. */
import { randomUUID } from "node:crypto";
import type { splitTicket as splitBody, Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import { sql } from "kysely";
import type { z } from "zod";
import { removeFileRow } from "../../files/remove-row.ts";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import type { MessageRow } from "../messages/append.ts";
import { copyMessages } from "../messages/copy.ts";
import { settleCard } from "../messages/merged-card.ts";
import { publishMessageUpdate } from "../messages/publish.ts";
import { accessTicket, lockTicket, type TicketRow } from "../ticket/access.ts";
import { findTarget, membersOf, readMember, targetIdOf } from "../ticket/merged.ts";
import { removeAllRows, unmarkOriginals } from "./purge.ts";
import { viewSharedTicket, viewTicket } from "./view.ts";

/**
 * The originals stay in their ticket, marked, and so does what the client writes on their thread. The new ticket has a thread
 * of its own on the account of the client's newest message among them, and the handler and department of the ticket.
 */
export async function splitTicket(
  scope: Scope<AgentActor>,
  context: Context,
  { ticketid, messageids, subject }: z.output<typeof splitBody>,
): Promise<Ticket> {
  const source = await accessTicket(scope, ticketid, "close");
  const originals = await findOriginals(scope, source, messageids);
  const repeated = await findRepeat(scope, source, originals);
  if (repeated) return viewTicket(scope, repeated);
  checkOriginals(originals);
  const split = await insertSplit(scope, source, {
    thread: await threadOf(scope, source, originals),
    subject,
  });
  await copyMessages(scope, split, originals);
  await settleCard(scope, split.id, [split.id]);
  await copyPeople(scope, split, originals);
  const { id, client_id: client } = split;
  await scope.db
    .updateTable("ticket")
    .set({ updated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await markOriginals(scope, source, originals, id);
  const facts = { client, agent: scope.actor.id, messages: originals.length };
  const ticket = await viewSharedTicket(scope, id);
  const off = { kind: "ticket_split_off", subject: id } as const;
  await record(scope, { ...off, facts: { ...facts, source: source.id }, inHand: { ticket } });
  const shared = await viewSharedTicket(scope, source.id);
  await record(scope, {
    ...{ kind: "ticket_split", subject: source.id, name: shared.client_name },
    ...{ facts: { ...facts, split: id }, inHand: { ticket: shared } },
  });
  showVisitors(scope, context, id);
  return viewTicket(scope, id);
}

/** 404 for a message that is not the ticket's. */
async function findOriginals(scope: Scope, source: TicketRow, ids: string[]): Promise<MessageRow[]> {
  const wanted = new Set(ids);
  const found = await scope.db
    .selectFrom("message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", [...wanted])
    .where("ticket_id", "in", membersOf(source))
    .orderBy("created_on")
    .orderBy("ticket_id")
    .execute();
  if (found.length < wanted.size) throw notFound();
  return found;
}

/** The ticket that the agent made of just these messages. */
async function findRepeat(
  { db, companyId, actor }: Scope<AgentActor>,
  source: TicketRow,
  originals: MessageRow[],
): Promise<string | null> {
  const [id, other] = [...new Set(originals.map(({ split_into }) => split_into))];
  if (!id || other !== undefined) return null;
  const { rows } = await sql<{ id: string }>`select t.id from ticket t
    where t.company_id = ${companyId} and t.id = ${id} and t.split_from = ${source.id} and t.begun_by = ${actor.id}
      and ${originals.length} = (select count(*) from message m
        where m.company_id = t.company_id and m.ticket_id = t.id and m.split_from is not null)`.execute(db);
  return rows[0]?.id ?? null;
}

const atClient = [null, "sent", "delivered", "read"];

function checkOriginals(originals: MessageRow[]): void {
  if (originals.some(({ split_into }) => split_into)) throw conflict("conflict", "split_already");
  const isThere = ({ type, status }: MessageRow) =>
    isType(type, "crossesChannel") && atClient.includes(status);
  if (!originals.every(isThere)) throw conflict("conflict", "split_not_at_client");
}

/** The ticket whose account answers: among merged ones that of the client's newest chosen message. */
async function threadOf(scope: Scope, source: TicketRow, originals: MessageRow[]): Promise<TicketRow> {
  const newest = originals.findLast(({ is_agent }) => !is_agent) ?? originals.at(-1);
  return (newest && (await readMember(scope, source, newest.ticket_id))) ?? source;
}

function insertSplit(
  { db, companyId: company_id, actor, now }: Scope<AgentActor>,
  source: TicketRow,
  { thread, subject }: { thread: TicketRow; subject: string },
): Promise<TicketRow> {
  const { handler_id, priority, department_id } = source;
  const { client_id, channel_id, client_external_id, platform, reply_window_until } = thread;
  const id = randomUUID();
  return db
    .insertInto("ticket")
    .values({
      ...{ company_id, id, client_id, channel_id, client_external_id, platform, reply_window_until },
      ...{ thread: `split:${id}`, department_id, handler_id, priority },
      ...(handler_id && { accepted_on: now, accepted_by: actor.id }),
      ...{ begun_by: actor.id, split_from: source.id, mail_subject: subject.toWellFormed() },
      ...{ created_on: now, updated_on: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The people of the conversation, to whom a mail goes. */
async function copyPeople(
  { db, companyId }: Scope,
  { id }: TicketRow,
  originals: MessageRow[],
): Promise<void> {
  const tickets = [...new Set(originals.map(({ ticket_id }) => ticket_id))];
  await sql`insert into participant select r.* from participant p
    cross join lateral jsonb_populate_record(p, jsonb_build_object('ticket_id', ${id}::uuid)) r
    where p.company_id = ${companyId} and p.ticket_id = any(${tickets}::uuid[])
    order by p.known desc on conflict do nothing`.execute(db);
}

async function markOriginals(
  scope: Scope,
  source: TicketRow,
  originals: MessageRow[],
  split_into: string,
): Promise<void> {
  const marked = await scope.db
    .updateTable("message")
    .set({ split_into })
    .where("company_id", "=", scope.companyId)
    .where(
      "id",
      "in",
      originals.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  await publishMarks(scope, source, marked);
}

async function publishMarks(scope: Scope, source: TicketRow, messages: MessageRow[]): Promise<void> {
  const { department_id } = source;
  const target = targetIdOf(source);
  for (const message of messages)
    await publishMessageUpdate(scope, { department_id, merged_into: target }, message, {
      split_into: message.split_into,
    });
}

/** The new ticket goes with its copies, while nothing but followers and readers was added to it. */
export async function unsplitTicket(
  scope: Scope<AgentActor>,
  context: Context,
  ticketid: string,
): Promise<{ ticketid: string }> {
  const { split, source } = await lockBoth(scope, ticketid);
  if (await hasChanged(scope, split)) throw conflict("conflict", "split_changed");
  const gone = await viewSharedTicket(scope, split.id);
  const copies = await scope.db
    .selectFrom("message")
    .select("split_from")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", split.id)
    .execute();
  const ids = copies.flatMap(({ split_from }) => split_from ?? []);
  await publishMarks(scope, source, await unmarkOriginals(scope, split.id, ids));
  await remove(scope, context, split);
  const subject = targetIdOf(source);
  const ticket = await viewSharedTicket(scope, subject);
  const facts = { client: split.client_id, agent: scope.actor.id, split: split.id };
  const inHand = { ticket, gone };
  await record(scope, { kind: "ticket_unsplit", subject, name: ticket.client_name, facts, inHand });
  showVisitors(scope, context, split.id);
  return { ticketid: subject };
}

/** By ascending id, as two tickets that are merged. The source of one that was merged meanwhile is its target. */
async function lockBoth(
  scope: Scope<AgentActor>,
  ticketid: string,
): Promise<{ split: TicketRow; source: TicketRow }> {
  const seen = await accessTicket(scope, ticketid, "see");
  if (seen.id !== ticketid || seen.merged_tickets) throw conflict("conflict", "split_changed");
  if (!seen.split_from) throw conflict("conflict", "not_split");
  const sourceId = (await findTarget(scope, seen.split_from)) ?? seen.split_from;
  let split: TicketRow | undefined;
  let source: TicketRow | undefined;
  for (const id of [seen.id, sourceId].sort())
    if (id === seen.id) split = await accessTicket(scope, id, "close");
    else source = await lockTicket(scope, id);
  if (split?.id !== seen.id) throw conflict("conflict", "split_changed");
  if (!source) throw conflict("conflict", "split_source_gone");
  return { split, source };
}

/** The event of its beginning, and those that change nothing of it. */
const unchanging = ["ticket_split_off", "ticket_follow", "ticket_unfollow"];

async function hasChanged({ db, companyId }: Scope, { id, merged_tickets }: TicketRow): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`select exists (select from event
        where company_id = ${companyId} and subject_type = 'ticket' and subject_id = ${id}
          and kind <> all(${unchanging}::text[]))
      or exists (select from draft where company_id = ${companyId} and ticket_id = ${id})
      or exists (select from note_draft where company_id = ${companyId} and ticket_id = ${id})
      or exists (select from outgoing where company_id = ${companyId} and ticket_id = ${id})
      or exists (select from pin where company_id = ${companyId} and ticket_id = ${id})
      or exists (select from ticket where company_id = ${companyId} and split_from = ${id}) as changed`.execute(
    db,
  );
  return merged_tickets !== null || (rows[0]?.changed ?? false);
}

async function remove(scope: Scope, context: Context, { id, ...ticket }: TicketRow): Promise<void> {
  const { db, companyId } = scope;
  const files = await db
    .selectFrom("file")
    .select("id")
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", id)
    .execute();
  await removeAllRows(scope, { id, ...ticket });
  for (const file of files) await removeFileRow(context, scope, file.id);
  await db.deleteFrom("ticket").where("company_id", "=", companyId).where("id", "=", id).execute();
}

/** A web chat shows the new ticket as a conversation. */
function showVisitors(scope: Scope, { live }: Context, id: string): void {
  scope.afterCommit(() => live.visitors.send({ kind: "resyncTickets", ticketIds: [id] }));
}
