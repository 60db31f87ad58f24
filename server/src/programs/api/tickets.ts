/** Tickets, their messages and notes, as programs read them. */

import type { Condition } from "@parley/contract/conditions/tree";
import type { SubjectType } from "@parley/contract/ledger";
import type {
  Expandable,
  ProgramMessage,
  ProgramTicket,
  programReply,
  programTicketQuery,
} from "@parley/contract/programs";
import { reasonOf } from "@parley/contract/reasons";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import { viewClients } from "../../support/clients/view.ts";
import { viewSpan } from "../../support/messages/chat.ts";
import { replyTo } from "../../support/messages/send.ts";
import { viewMessage } from "../../support/messages/view.ts";
import { viewNotes } from "../../support/notes/view.ts";
import { accessTicket } from "../../support/ticket/access.ts";
import { idsMergedIn, membersOf } from "../../support/ticket/merged.ts";
import { nextTickets } from "../../support/tickets/table.ts";
import { viewSharedTicket } from "../../support/tickets/view.ts";
import { selectViews, unknownView } from "../../support/views/rows.ts";
import { type Asked, openCursor, pageOf } from "./page.ts";
import { shapeClient, shapeMessage, shapeNote, shapeTicket } from "./shapes.ts";

type Programs = Scope<ProgramActor>;

export async function listTickets(
  context: Context,
  scope: Programs,
  { state, handler, expand, view, ...query }: z.output<typeof programTicketQuery>,
) {
  const { limit, after, ...given } = query;
  const filter = { ...given, ...(view && { conditions: await conditionOf(scope, view) }) };
  const where = { companyId: scope.companyId, list: "tickets" };
  const last = openCursor<{ ticketid: string; created_on: string }>(context, where, after) ?? undefined;
  const stage = state ?? (view ? "open" : undefined);
  const rows = await nextTickets(scope, { ...filter, stage, agent: handler }, last, limit + 1);
  const page = pageOf(context, where, { limit }, rows, {
    shape: (row) => row,
    positionOf: ({ ticketid, created_on }) => ({ ticketid, created_on }),
  });
  return { ...page, data: await expandTickets(scope, page.data, expand) };
}

/** Throws 404 for a view that the key's departments do not have. */
async function conditionOf(scope: Programs, id: string): Promise<Condition> {
  const found = await selectViews(scope).where("view.id", "=", id).executeTakeFirst();
  if (!found) throw unknownView();
  return found.condition;
}

export async function getTicket(scope: Programs, id: string, expand: Expandable[] | undefined) {
  const { id: known } = await accessTicket(scope, id, "see");
  const [ticket] = await expandTickets(scope, [await viewSharedTicket(scope, known)], expand);
  return ticket as ProgramTicket;
}

/** A client is shown to a key that may read clients, a handler to one that may read colleagues. */
async function expandTickets(
  scope: Programs,
  tickets: SharedTicket[],
  expand: Expandable[] = [],
): Promise<ProgramTicket[]> {
  const abilities: ReadonlySet<string> = scope.actor.abilities;
  const lacks = (ability: string) => forbidden(reasonOf("key_ability", { ability }));
  if (expand.includes("client") && !abilities.has("readClients")) throw lacks("readClients");
  if (expand.includes("handler") && !abilities.has("readColleagues")) throw lacks("readColleagues");
  const clients = expand.includes("client") ? await clientsOf(scope, tickets) : null;
  return tickets.map((ticket) => ({
    ...shapeTicket(ticket),
    ...(clients && { client: clients.get(ticket.clientid) }),
    ...(expand.includes("handler") && {
      handler: ticket.userid ? { id: ticket.userid, name: ticket.user_name ?? "" } : null,
    }),
  }));
}

async function clientsOf(scope: Programs, tickets: SharedTicket[]) {
  if (tickets.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom("client")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "in", [...new Set(tickets.map(({ clientid }) => clientid))])
    .execute();
  return new Map((await viewClients(scope, rows)).map((client) => [client.clientid, shapeClient(client)]));
}

export async function listMessages(context: Context, scope: Programs, id: string, asked: Asked) {
  const ticket = await accessTicket(scope, id, "see");
  const where = { companyId: scope.companyId, list: `messages ${ticket.id}` };
  const last = openCursor<number>(context, where, asked.after) ?? 0;
  const messages = await viewSpan(scope, ticket, { from: last + 1, to: last + asked.limit + 1 });
  return pageOf(context, where, asked, messages, {
    shape: shapeMessage,
    positionOf: ({ seq }) => seq,
  });
}

/** Queues a text for the client, by the rules of any reply. */
export async function sendReply(
  scope: Programs,
  id: string,
  { text, quotes, seen }: z.output<typeof programReply>,
): Promise<ProgramMessage> {
  const ticket = await accessTicket(scope, id, "reply");
  const row = await replyTo(scope, ticket, { content: text, originalMessageId: quotes, seenSeq: seen });
  return shapeMessage(await viewMessage(scope, row, ticket));
}

/** A cursor of a version before names no note: no note of its time follows. */
const everyId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export async function listNotes(context: Context, scope: Programs, id: string, asked: Asked) {
  const ticket = await accessTicket(scope, id, "see");
  const where = { companyId: scope.companyId, list: `notes ${ticket.id}` };
  const [time, noteId = everyId] = openCursor<string>(context, where, asked.after)?.split("~") ?? [];
  const rows = await scope.db
    .selectFrom("note")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "in", membersOf(ticket))
    .$if(time !== undefined, (later) =>
      later.where(sql<boolean>`(created_on, id) > (${time}::timestamptz, ${noteId}::uuid)`),
    )
    .orderBy("created_on")
    .orderBy("id")
    .limit(asked.limit + 1)
    .execute();
  return pageOf(context, where, asked, await viewNotes(scope, rows), {
    shape: (note) => shapeNote({ ...note, ticketid: ticket.id }),
    positionOf: ({ created_on, noteid }) => `${created_on}~${noteid}`,
  });
}

/** The number of the subject's last event, as an entity tag; of merged tickets the numbers of all. */
export async function versionOf(scope: Programs, type: SubjectType, id: string): Promise<string> {
  const rows = await scope.db
    .selectFrom("event")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("company_id", "=", scope.companyId)
    .where("subject_type", "=", type)
    .where("subject_id", "in", type === "ticket" ? idsMergedIn(id) : [id])
    .groupBy("subject_id")
    .orderBy("subject_id")
    .execute();
  return `"${rows.map(({ number }) => number).join(".") || 0}"`;
}
