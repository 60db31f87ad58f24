/** Merging a ticket into another one of its client, and undoing that. */
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { mergeTickets as mergeBody, Ticket, Unmerged } from "@parley/contract/tickets";
import type { z } from "zod";
import { withDeleted } from "../../floor/database/deleted.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, type Why } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import type { Visitors } from "../client/block.ts";
import { settleCard } from "../messages/merged-card.ts";
import { accessLocked, accessTicket, checkAbility, type TicketRow } from "../ticket/access.ts";
import { findTarget, showMerged } from "../ticket/merged.ts";
import { presentHandler } from "./open.ts";
import { viewSharedTicket, viewTicket } from "./view.ts";
import { awake } from "./wake.ts";

/**
 * Messages stay in their ticket. The merged one points to its target, and keeps its columns; a snooze of either ends. What was
 * merged already into the same ticket stays as it is.
 */
export async function mergeTickets(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  { ticketid, into }: z.output<typeof mergeBody>,
): Promise<Ticket> {
  const [merged, target] = await lockBoth(scope, ticketid, into);
  if (merged.id === target.id && ticketid !== into) return viewTicket(scope, target.id);
  checkMayMerge(merged, target);
  const { companyId, now, actor } = scope;
  const facts = { client: target.client_id, agent: actor.id, merged: merged.id };
  const shared = await viewSharedTicket(scope, merged.id);
  const pointer = { merged_into: target.id, merged_on: now, merged_by: actor.id };
  await showMerged(scope);
  await change(scope, merged.id, { ...pointer, ...awake });
  const merged_tickets = [...(target.merged_tickets ?? []), merged.id];
  await change(scope, target.id, { merged_tickets, ...(target.snoozed_on && awake) });
  await settleCard(scope, target.id, [target.id, ...merged_tickets]);
  await scope.db
    .deleteFrom("automatic_due")
    .where("company_id", "=", companyId)
    .where("ticket_id", "=", merged.id)
    .execute();
  await recordMerge(scope, "ticket_merge", target, facts, shared.departmentid);
  showVisitors(scope, visitors, [merged.id, target.id]);
  return viewTicket(scope, target.id);
}

/**
 * The ticket stands for itself again, as it was but for its own later messages; without a handler who can still work on it it
 * waits to be accepted. What is not merged stays as it is.
 */
export async function unmergeTicket(
  scope: Scope<AgentActor>,
  visitors: Visitors,
  ticketid: string,
): Promise<Unmerged> {
  const target = await accessTicket(scope, ticketid, "spam");
  if (target.id === ticketid) return viewBoth(scope, ticketid, ticketid);
  if (!target.closed_on) await checkAbility(scope, target, "close");
  await showMerged(scope);
  const merged = await scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketid)
    .where("merged_into", "=", target.id)
    .forUpdate()
    .executeTakeFirst();
  // Another agent undid it before the target was locked.
  if (!merged) return viewBoth(scope, ticketid, target.id);
  const left = (target.merged_tickets ?? []).filter((id) => id !== merged.id);
  const merged_tickets = left.length > 0 ? left : null;
  await change(scope, target.id, { merged_tickets });
  await change(scope, merged.id, {
    ...{ merged_into: null, merged_on: null, merged_by: null },
    ...(await whereItStands(scope, merged, target)),
  });
  await settleCard(scope, target.id, [target.id, ...left]);
  const facts = { client: target.client_id, agent: scope.actor.id, merged: merged.id };
  await recordMerge(scope, "ticket_unmerge", target, facts, merged.department_id);
  showVisitors(scope, visitors, [merged.id, target.id]);
  return viewBoth(scope, merged.id, target.id);
}

async function viewBoth(scope: Scope, id: string, targetId: string): Promise<Unmerged> {
  return { ticket: await viewTicket(scope, id), target: await viewTicket(scope, targetId) };
}

/** By ascending id, so that two crossing merges wait for one another. One that is merged leads to its target. */
async function lockBoth(
  scope: Scope<AgentActor>,
  ticketid: string,
  into: string,
): Promise<readonly [TicketRow, TicketRow]> {
  if (ticketid === into) {
    await accessTicket(scope, into, "see");
    throw conflict("conflict", "merged_with_itself");
  }
  const ids = [ticketid, into].sort();
  const targets = new Map<string, string | null>();
  for (const id of ids) targets.set(id, await findTarget(scope, id));
  // A merged ticket is not locked beside another one: that would be the lock of a third ticket.
  if (targets.get(into)) {
    await accessTicket(scope, into, "see");
    throw conflict("conflict", "merged_already");
  }
  if (targets.get(ticketid)) {
    const target = await accessTicket(scope, ticketid, "see");
    if (target.id !== into) throw conflict("conflict", "merged_already");
    return [target, target];
  }
  const locked = new Map<string, TicketRow>();
  for (const id of ids) locked.set(id, await accessLocked(scope, id));
  const [merged, target] = [locked.get(ticketid), locked.get(into)];
  if (!merged || !target) throw new Error("Both tickets were locked");
  // Once both are seen: the order of ids says nothing of one that the caller does not see.
  for (const ticket of [merged, target]) await checkAbility(scope, ticket, "close");
  // Another agent merged one of them before it was locked.
  if (target.id !== into) throw conflict("conflict", "merged_already");
  if (merged.id !== ticketid && merged.id !== into) throw conflict("conflict", "merged_already");
  return [merged, target];
}

function checkMayMerge(merged: TicketRow, target: TicketRow): void {
  const why = reasonAgainst(merged, target);
  if (why) throw conflict("conflict", why);
}

function reasonAgainst(merged: TicketRow, target: TicketRow): Why | null {
  if (merged.client_id !== target.client_id) return "merged_other_client";
  if (merged.merged_tickets) return "merged_holds_others";
  const { mergedTickets: max } = limits;
  if ((target.merged_tickets ?? []).length >= max) return reasonOf("merged_full", { max });
  return null;
}

/** Columns of a ticket whose department or handler is gone, or whose target was closed while it was merged. */
async function whereItStands(
  scope: Scope,
  merged: TicketRow,
  target: TicketRow,
): Promise<Partial<TicketRow>> {
  const { deleted_on } = await scope.db
    .selectFrom("department")
    .select("deleted_on")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", merged.department_id)
    .executeTakeFirstOrThrow();
  const department_id = deleted_on ? target.department_id : merged.department_id;
  const here = { ...merged, department_id };
  const handler = await presentHandler(scope, here);
  const waits = { handler_id: null, accepted_on: null, accepted_by: null, waited_ms: null };
  const { closed_on, closed_by, closed_by_name, closed_silently_on } = target;
  return {
    ...(deleted_on && { department_id }),
    ...(merged.handler_id && !handler && waits),
    ...(closed_on && !merged.closed_on && { closed_on, closed_by, closed_by_name, closed_silently_on }),
  };
}

/** Screens drop the merged ticket, or get it back, and fetch the messages of its target anew. */
async function recordMerge(
  scope: Scope<AgentActor>,
  kind: "ticket_merge" | "ticket_unmerge",
  { id: subject }: TicketRow,
  facts: { client: string; agent: string; merged: string },
  mergedDepartment: string,
): Promise<void> {
  const ticket = await viewSharedTicket(scope, subject);
  const merged = await viewSharedTicket(scope, facts.merged);
  const inHand = { ticket, merged, mergedDepartment };
  await record(scope, { kind, subject, name: ticket.client_name, facts, inHand });
}

function showVisitors(scope: Scope, visitors: Visitors, ticketIds: string[]): void {
  scope.afterCommit(() => visitors.send({ kind: "resyncTickets", ticketIds }));
}

const change = (scope: Scope, id: string, values: Partial<TicketRow>) =>
  scope.db
    .updateTable("ticket")
    .set(values)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();

/** A merged ticket whose thread goes on in a new one is closed, as its target is, so that no two are open. */
export async function endThread(scope: Scope, id: string): Promise<void> {
  await withDeleted(scope, () =>
    scope.db
      .updateTable("ticket")
      .set({ closed_on: scope.now })
      .where("company_id", "=", scope.companyId)
      .where("id", "=", id)
      .where("closed_on", "is", null)
      .execute(),
  );
}
