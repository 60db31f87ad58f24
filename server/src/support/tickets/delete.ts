/** Deleting a ticket, restoring it, and the list of those that can be restored. `purge.ts` removes their rows later. */

import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type {
  DeletedTicket,
  DeletedTickets,
  restoreTicket as restoreBody,
  Ticket,
} from "@parley/contract/tickets";
import { sql } from "kysely";
import type { z } from "zod";
import { agentName } from "../../floor/actors/name.ts";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import type { Visitors } from "../client/block.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { membersOf, showMerged } from "../ticket/merged.ts";
import { closeLocked } from "./close.ts";
import { hasOpenBeside, reopenTicket } from "./open.ts";
import { viewSharedTicket, viewTicket } from "./view.ts";

/**
 * Hides a ticket from every read. An open one is closed silently, and what waits to be sent in it is not sent any more.
 * Deleting it twice changes nothing.
 */
export async function deleteTicket(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  ticketid: string,
): Promise<DeletedTicket> {
  const ticket = await accessAny(scope, ticketid);
  if (!ticket.deleted_on) {
    if (!ticket.closed_on) await closeLocked(scope, ticket, { silently: true });
    await showMerged(scope);
    for (const id of membersOf(ticket)) await stopSending(scope, id);
    await recordChange(scope, "ticket_delete", ticket);
    await withDeleted(scope, () =>
      mark(scope, ticket, { deleted_on: scope.now, deleted_by: scope.actor.id }),
    );
    showVisitor(scope, visitors, ticket);
  }
  return withDeleted(scope, async () => viewDeleted(await selectDeleted(scope, ticket.id)));
}

/** It comes back closed, with all that it had but what waited to be sent. Restoring it twice changes nothing. */
export async function restoreTicket(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  { ticketid, reopen = false }: z.output<typeof restoreBody>,
): Promise<Ticket> {
  const ticket = await accessAny(scope, ticketid);
  if (!ticket.deleted_on) return viewTicket(scope, ticket.id);
  if (ticket.deleted_on <= restorableSince(scope)) throw notFound();
  const restored = { deleted_on: null, deleted_by: null };
  await withDeleted(scope, () => mark(scope, ticket, restored));
  await recordChange(scope, "ticket_restore", ticket);
  if (reopen && (await mayReopen(scope, ticket)))
    await reopenTicket(scope, { ...ticket, ...restored }, scope.actor);
  showVisitor(scope, visitors, ticket);
  return viewTicket(scope, ticket.id);
}

/** A page, the last deleted first: those behind the ticket `before`. */
export async function listDeleted(
  scope: Scope<AgentActor>,
  { before }: { before?: string | undefined },
): Promise<DeletedTickets> {
  return withDeleted(scope, async () => {
    const last = before ? await accessTicket(scope, before, "see") : null;
    let query = deletedTickets(scope)
      .where("ticket.deleted_on", ">", restorableSince(scope))
      .orderBy("ticket.deleted_on", "desc")
      .orderBy("ticket.id", "desc")
      .limit(limits.deletedTicketsPage + 1);
    if (last)
      query = query.where(
        sql<boolean>`(ticket.deleted_on, ticket.id) < (${last.deleted_on}::timestamptz, ${last.id}::uuid)`,
      );
    const rows = await query.execute();
    return {
      tickets: rows.slice(0, limits.deletedTicketsPage).map(viewDeleted),
      more: rows.length > limits.deletedTicketsPage,
    };
  });
}

/** Locks the ticket, deleted or not. */
const accessAny = (scope: Scope, id: string): Promise<TicketRow> =>
  withDeleted(scope, () => accessTicket(scope, id, "delete"));

const restorableSince = ({ now }: Scope) => new Date(now.getTime() - limits.deletedTicketKept);

/** With the tickets that were merged into it. */
const mark = (scope: Scope, ticket: TicketRow, to: Pick<TicketRow, "deleted_on" | "deleted_by">) =>
  scope.db
    .updateTable("ticket")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "in", membersOf(ticket))
    .execute();

/** Queued messages fail; one that is being sent at this moment may have arrived. */
async function stopSending({ db, companyId, now }: Scope, id: string): Promise<void> {
  const deleted = JSON.stringify(reasonOf("ticket_deleted"));
  const interrupted = JSON.stringify(reasonOf("interrupted_while"));
  await sql`update message set next_attempt_on = null, sending_until = null,
      status = case when sending_until is null then 'failed' else 'uncertain' end,
      status_reason = case when sending_until is null then ${deleted}::jsonb else ${interrupted}::jsonb end
    where company_id = ${companyId} and ticket_id = ${id} and status = 'queued'`.execute(db);
  await sql`with gone as (
      delete from queued_reaction where company_id = ${companyId} and ticket_id = ${id} returning message_id, reaction, shown)
    update message m set agent_reaction = coalesce(gone.reaction, gone.shown), agent_reaction_reason = ${deleted}::jsonb
    from gone where m.company_id = ${companyId} and m.id = gone.message_id and m.type <> 'deleted'`.execute(
    db,
  );
  await db
    .updateTable("ticket")
    .set({ reactions_wait: false })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  await sql`update outgoing set due_on = null, mail_due_on = null, macro_due_on = null,
      stopped_on = ${now}, stopped_why = ${deleted}::jsonb
    where company_id = ${companyId} and ticket_id = ${id} and stopped_on is null and dropped_on is null`.execute(
    db,
  );
  for (const table of ["automatic_due", "visitor_mail_due"] as const)
    await db.deleteFrom(table).where("company_id", "=", companyId).where("ticket_id", "=", id).execute();
}

/** The event stands in the ledger while the ticket is not hidden: its subscribers view it. */
async function recordChange(
  scope: Scope<AgentActor>,
  kind: "ticket_delete" | "ticket_restore",
  { id: subject, client_id: client }: TicketRow,
): Promise<void> {
  const ticket = await viewSharedTicket(scope, subject);
  const facts = { client, agent: scope.actor.id };
  await record(scope, { kind, subject, name: ticket.client_name, facts, inHand: { ticket } });
}

async function mayReopen(scope: Scope, ticket: TicketRow): Promise<boolean> {
  const department = await scope.db
    .selectFrom("department")
    .select("deleted_on")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.department_id)
    .executeTakeFirstOrThrow();
  return department.deleted_on === null && !(await hasOpenBeside(scope, ticket));
}

/** The pages of its visitor fetch their conversations anew. */
function showVisitor(scope: Scope, visitors: Visitors, ticket: TicketRow): void {
  scope.afterCommit(() => visitors.send({ kind: "resyncTickets", ticketIds: membersOf(ticket) }));
}

function deletedTickets({ db, companyId }: Scope) {
  return db
    .selectFrom("ticket")
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "ticket.company_id")
        .onRef("department.id", "=", "ticket.department_id"),
    )
    .innerJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "ticket.company_id").onRef("agent.id", "=", "ticket.deleted_by"),
    )
    .select(["ticket.id", "ticket.platform", "ticket.created_on", "ticket.deleted_on", "ticket.last_seq"])
    .select(["client.name as client_name", "department.name as department_name"])
    .select(["agent.first_name", "agent.last_name"])
    .where("ticket.company_id", "=", companyId)
    .where("ticket.deleted_on", "is not", null)
    .where("ticket.merged_into", "is", null)
    .$narrowType<{ deleted_on: Date }>();
}

type DeletedRow = Awaited<ReturnType<typeof selectDeleted>>;

const selectDeleted = (scope: Scope, id: string) =>
  deletedTickets(scope).where("ticket.id", "=", id).executeTakeFirstOrThrow();

function viewDeleted(row: DeletedRow): DeletedTicket {
  return {
    ticketid: row.id,
    platform: row.platform,
    client_name: row.client_name,
    department_name: row.department_name,
    created_on: row.created_on.toISOString(),
    messages: row.last_seq,
    deleted_on: row.deleted_on.toISOString(),
    deleted_by_name: agentName(row),
    kept_until: new Date(row.deleted_on.getTime() + limits.deletedTicketKept).toISOString(),
  };
}
