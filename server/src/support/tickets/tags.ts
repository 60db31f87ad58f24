/** The tags of a ticket. */
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { TagChange } from "@parley/contract/tags";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { agentIdOf, type ChangingActor, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockOffered, selectTags } from "../tags/rows.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { raiseVersions } from "../ticket/version.ts";
import { viewTicket } from "./view.ts";

/**
 * An agent who may close an open ticket may do so. 404 for a tag that is not offered, 409 for more than a ticket may
 * have.
 */
export async function changeTicketTags(
  scope: Scope<ProgramActor>,
  change: TagChange & { ticketid: string },
): Promise<Ticket> {
  return (await changeTags(scope, change)).ticket;
}

export async function changeTags(
  scope: Scope<ProgramActor>,
  { ticketid, ...change }: TagChange & { ticketid: string },
): Promise<Tagged> {
  return applyTags(scope, await accessTicket(scope, ticketid, "close"), change);
}

/** The ids of the tags that the ticket got and lost. */
type Tagged = { ticket: Ticket; added: string[]; removed: string[] };

/** Changes the tags of a locked ticket. */
export async function applyTags(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  { add, remove }: TagChange,
): Promise<Tagged> {
  const removed = await removeTags(scope, ticket.id, remove);
  const added = await addTags(scope, ticket.id, await lockOffered(scope, add));
  if (added.length + removed.length > 0) await raiseVersions(scope, [ticket.id]);
  const { unread, can, ...shared } = await viewTicket(scope, ticket.id);
  if ((shared.tags ?? []).length > limits.tagsPerTicket)
    throw conflict("conflict", reasonOf("ticket_tags_full", { max: limits.tagsPerTicket }));
  if (added.length + removed.length > 0)
    await record(scope, {
      kind: "ticket_tag",
      subject: ticket.id,
      facts: { client: ticket.client_id, agent: agentIdOf(scope.actor), added, removed },
      inHand: {
        ticket: shared,
        tags: { added: await namesOf(scope, added), removed: await namesOf(scope, removed) },
      },
    });
  return { ticket: { ...shared, unread, can }, added, removed };
}

async function addTags(scope: Scope, ticketId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const added = await scope.db
    .insertInto("ticket_tag")
    .values(ids.map((id) => ({ company_id: scope.companyId, ticket_id: ticketId, tag_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("tag_id")
    .execute();
  return added.map(({ tag_id }) => tag_id);
}

async function removeTags(scope: Scope, ticketId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const removed = await scope.db
    .deleteFrom("ticket_tag")
    .where("company_id", "=", scope.companyId)
    .where("ticket_id", "=", ticketId)
    .where("tag_id", "in", ids)
    .returning("tag_id")
    .execute();
  return removed.map(({ tag_id }) => tag_id);
}

async function namesOf(scope: Scope, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const tags = await selectTags(scope).where("id", "in", ids).orderBy(sql`fold(name)`).execute();
  return tags.map(({ name }) => name);
}
