/** Rows of texts and mails that have not left. A change of one holds its ticket's lock. */
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import { type Selectable, sql, type Updateable } from "kysely";
import { removeFileRow } from "../../files/remove-row.ts";
import type { Context } from "../../floor/context.ts";
import type { OutgoingTable } from "../../floor/database/schema.ts";
import { type AgentActor, acrossCompanies, type Scope } from "../../floor/database/scope.ts";
import { conflict, invalid } from "../../floor/errors/errors.ts";
import { asJson } from "../messages/mail-rows.ts";
import type { TicketRow } from "../ticket/access.ts";
import { type Merging, membersOf } from "../ticket/merged.ts";

export type OutgoingRow = Selectable<OutgoingTable>;

/** Finds by id, and only within the company: the caller must have access to the ticket. */
export function findOutgoing({ db, companyId }: Scope, id: string): Promise<OutgoingRow | undefined> {
  return db
    .selectFrom("outgoing")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Refuses one more in a ticket, or of an agent, that has as many as are kept. Requires a lock: the ticket's, or that of the agent's first mails. */
export async function checkRoom(scope: Scope<AgentActor>, ticket: TicketRow | null): Promise<void> {
  const { ofTicket, ofAgent } = await scope.db
    .selectFrom("outgoing")
    .select(sql<number>`count(*) filter (where ticket_id = ${ticket?.id ?? null})::integer`.as("ofTicket"))
    .select(sql<number>`count(*) filter (where agent_id = ${scope.actor.id})::integer`.as("ofAgent"))
    .where("company_id", "=", scope.companyId)
    .where("dropped_on", "is", null)
    .where((eb) => eb.or([eb("ticket_id", "=", ticket?.id ?? null), eb("agent_id", "=", scope.actor.id)]))
    .executeTakeFirstOrThrow();
  const { outgoingPerTicket, outgoingPerAgent } = limits;
  if (ofTicket >= outgoingPerTicket) throw invalid(reasonOf("outgoing_full", { max: outgoingPerTicket }));
  if (ofAgent >= outgoingPerAgent) throw invalid(reasonOf("outgoing_full", { max: outgoingPerAgent }));
}

/** When it leaves; null once it has stopped. */
export const dueOf = (row: Pick<OutgoingRow, (typeof dueColumns)[number]>): Date | null =>
  row.due_on ?? row.mail_due_on ?? row.macro_due_on;

/** The columns of the time at which it leaves, of which one is set. */
export const dueColumns = ["due_on", "mail_due_on", "macro_due_on"] as const;

export function leavingOn({ mail, macro }: Pick<OutgoingRow, "mail" | "macro">, due: Date | null) {
  const none = { due_on: null, mail_due_on: null, macro_due_on: null };
  if (macro) return { ...none, macro_due_on: due };
  return mail ? { ...none, mail_due_on: due } : { ...none, due_on: due };
}

/** The same in SQL, for an order. */
export const dueSql = sql<Date | null>`coalesce(outgoing.due_on, outgoing.mail_due_on, outgoing.macro_due_on)`;

type New = Pick<
  OutgoingRow,
  "id" | "held" | "type" | "content" | "file_id" | "original_id" | "seen_seq" | "mail" | "macro"
> & { due: Date };

export async function insertOutgoing(
  scope: Scope<AgentActor>,
  place: Pick<OutgoingRow, "ticket_id" | "channel_id">,
  { mail, macro, due, ...row }: New,
): Promise<OutgoingRow> {
  const inserted = await scope.db
    .insertInto("outgoing")
    .values({
      company_id: scope.companyId,
      ...place,
      agent_id: scope.actor.id,
      created_on: scope.now,
      ...row,
      ...leavingOn({ mail, macro }, due),
      mail: mail && asJson(mail),
      macro: macro && asJson(macro),
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
    .executeTakeFirst();
  // The same id came a moment ago, in another ticket.
  if (!inserted) throw conflict("conflict", "message_id_taken");
  return inserted;
}

export function updateOutgoing(
  scope: Scope,
  { id }: Pick<OutgoingRow, "id">,
  to: Updateable<OutgoingTable>,
): Promise<OutgoingRow> {
  return scope.db
    .updateTable("outgoing")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Called when it has become a message. */
export async function deleteOutgoing(scope: Scope, { id }: Pick<OutgoingRow, "id">): Promise<void> {
  await scope.db
    .deleteFrom("outgoing")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
}

/** Empties the row, which stays for a day. The file's row goes with it, its bytes after the commit. */
export async function emptyOutgoing(context: Context, scope: Scope, row: OutgoingRow): Promise<void> {
  const empty = { type: "text", content: "", file_id: null, mail: null, macro: null } as const;
  await updateOutgoing(scope, row, {
    ...{ ...empty, ...leavingOn(row, null) },
    ...{ stopped_on: null, stopped_why: null, dropped_on: scope.now },
  });
  if (row.file_id) await removeFileRow(context, scope, row.file_id);
}

const keptDropped = 24 * 3_600_000;

/** Removes the rows of texts that were taken back a day ago. */
export async function removeDropped(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - keptDropped);
  await acrossCompanies(context, (db) => db.deleteFrom("outgoing").where("dropped_on", "<=", old).execute());
}

/** Lists those of a ticket and of all merged with it: the next to leave first, then those that have stopped. */
export function outgoingOfTicket({ db, companyId }: Scope, ticket: Merging): Promise<OutgoingRow[]> {
  return db
    .selectFrom("outgoing")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("ticket_id", "in", membersOf(ticket))
    .where("dropped_on", "is", null)
    .orderBy(dueSql, (order) => order.asc().nullsLast())
    .orderBy("created_on")
    .limit(limits.outgoingListed)
    .execute();
}
