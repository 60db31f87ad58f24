/** The only access from an agent to a ticket: the look-up is the permission check. */

import { abilitiesOn, type TicketAbility } from "@parley/contract/permissions";
import type { ExpressionBuilder, Selectable } from "kysely";
import type { Actor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import { lookUp, rowsById } from "../../floor/database/batch.ts";
import type { Database, TicketTable } from "../../floor/database/schema.ts";
import { literal, type Scope } from "../../floor/database/scope.ts";
import { hasId, idRange, isWholeId } from "../../floor/database/short-id.ts";
import { conflict, forbidden, notFound, Refusal } from "../../floor/errors/errors.ts";
import { findTarget, readMember } from "./merged.ts";
import { sightedBy } from "./sight.ts";

export type TicketRow = Selectable<TicketTable>;

/** `read` is enough for reading a ticket and for notes; a colleague who was mentioned in it may do so, and no more. */
type Sight = "read" | "see";

/**
 * A ticket the agent may see, by its whole id or its first 8 characters; of a merged ticket its target. With an ability other than `read` and `see` the
 * ticket is locked for the rest of the unit of work, so that the permission still holds when it is done. Refuses with
 * 404 a ticket that does not exist or is not theirs to see, with 403 or 409 an action they may not take.
 */
export async function accessTicket(
  scope: Scope,
  id: string,
  ability: Sight | TicketAbility,
): Promise<TicketRow> {
  if (ability === "read" || ability === "see") return find(scope, id, ability, { lock: false });
  const ticket = await find(scope, id, "see", { lock: true });
  await checkAbility(scope, ticket, ability);
  return ticket;
}

/** A verb calls it that must read the locked ticket before it knows which ability it needs: a repeat is allowed more. */
export function accessLocked(scope: Scope, id: string, sight: Sight = "see"): Promise<TicketRow> {
  return find(scope, id, sight, { lock: true });
}

/** SQL that locks a ticket, to be sent with the first statement of the unit of work. Null for a text that is no id. */
export function lockingSql(companyId: string, id: string): string | null {
  const meant = idRange(id);
  if (!meant) return null;
  const [from, to] = meant.map(literal);
  return `select ticket.* from ticket
    where ticket.company_id = ${literal(companyId)} and ticket.id between ${from} and ${to} limit 2 for update`;
}

/** Among the locked tickets that an id may mean, the one whose department the agent sees. */
export function visibleAmong<Row extends TicketRow>(scope: Scope, rows: Row[]): Row | undefined {
  const { departments } = scope.actor;
  const visible = rows.filter(
    ({ department_id }) => departments === "all" || departments.includes(department_id),
  );
  return only(visible);
}

/** The refusal of a ticket whose department the agent does not see: 403 says why to one who was mentioned in it. */
export async function refusalOfUnseen(scope: Scope, id: string): Promise<Refusal> {
  return (await findSighted(scope, id, { lock: false })) ? forbidden("only_mentioned") : notFound();
}

function only<Row>([ticket, other]: Row[]): Row | undefined {
  if (other) throw conflict("ambiguous_id", "ticket_ambiguous");
  return ticket;
}

/** Throws the reason why the agent may not do this to a ticket they see. */
export async function checkAbility(scope: Scope, ticket: TicketRow, ability: TicketAbility): Promise<void> {
  if (abilitiesOn(scope.actor, factsOf(ticket))[ability]) return;
  if (ticket.closed_on && ability !== "spam" && ability !== "delete")
    throw new Refusal(403, "ticket_closed", "ticket_closed");
  if (ability === "accept" && ticket.handler_id) throw await alreadyAccepted(scope, ticket.handler_id);
  throw new Refusal(403, "not_handler", "not_handler");
}

type Locking = { lock: boolean };

async function find(scope: Scope, id: string, sight: Sight, locking: Locking): Promise<TicketRow> {
  const visible = await findVisible(scope, id, locking);
  if (visible && !visible.merged_into) return visible;
  const target = visible?.merged_into ?? (await findTarget(scope, id));
  if (target) return find(scope, target, sight, locking);
  if (sight === "see") throw await refusalOfUnseen(scope, id);
  const sighted = await findSighted(scope, id, locking);
  if (!sighted) throw notFound();
  return sighted;
}

/** A second query, which only those make who do not see the ticket's department. */
async function findSighted(scope: Scope, id: string, { lock }: Locking): Promise<TicketRow | undefined> {
  const meant = hasId(id);
  const sighted = sightedBy(scope, scope.actor);
  if (!meant || !sighted) return undefined;
  const query = scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where(meant)
    .where("id", "in", sighted)
    .limit(2);
  return only(await (lock ? query.forUpdate() : query).execute());
}

async function findVisible(scope: Scope, id: string, { lock }: Locking): Promise<TicketRow | undefined> {
  if (!lock && isWholeId(id))
    return visibleAmong(scope, await lookUp(scope, ticketsById, [id.toLowerCase()]));
  const meant = hasId(id);
  if (!meant) throw notFound();
  const query = scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where(meant)
    .where(visibleTo(scope.actor))
    .limit(2);
  return visibleAmong(scope, await (lock ? query.forUpdate() : query).execute());
}

/** Includes tickets that the agent does not see. */
const ticketsById = rowsById(({ db, companyId }, ids) =>
  db.selectFrom("ticket").selectAll().where("company_id", "=", companyId).where("id", "in", ids).execute(),
);

/** Names the handler. */
export async function alreadyAccepted(scope: Scope, handlerId: string): Promise<Refusal> {
  const handler = await scope.db
    .selectFrom("agent")
    .select(["first_name", "last_name"])
    .where("company_id", "=", scope.companyId)
    .where("id", "=", handlerId)
    .executeTakeFirstOrThrow();
  return conflict("already_accepted", "already_accepted", {
    handler: { userid: handlerId, user_name: agentName(handler) },
  });
}

/**
 * Locks a ticket for the rest of the unit of work. Appending and changing the stage require this lock, so numbers are
 * dense and transitions are serialised.
 */
export async function lockTicket(scope: Scope, ticketId: string): Promise<TicketRow | undefined> {
  const ticket = await lockRow(scope, ticketId);
  return ticket && !ticket.merged_into ? ticket : lockMember(scope, ticketId);
}

/** Locks the target of a merged ticket, and reads that one. */
export async function lockMember(scope: Scope, ticketId: string): Promise<TicketRow | undefined> {
  const id = await findTarget(scope, ticketId);
  const target = id && (await lockRow(scope, id));
  if (!target) return undefined;
  // The merging may have been undone before its target was locked.
  return (await readMember(scope, target, ticketId)) ?? lockRow(scope, ticketId);
}

function lockRow(scope: Scope, ticketId: string): Promise<TicketRow | undefined> {
  return scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .forUpdate()
    .executeTakeFirst();
}

/** The rule of `maySeeTicket`, as a condition for lists. */
export function visibleTo({ departments }: Pick<Actor, "departments">) {
  return (eb: ExpressionBuilder<Database, "ticket">) =>
    departments === "all" ? eb.lit(true) : eb("ticket.department_id", "in", departments);
}

/** The facts about a ticket that the rules of `permissions.ts` use. */
export function factsOf(ticket: Pick<TicketRow, "department_id" | "handler_id" | "closed_on">) {
  return { departmentid: ticket.department_id, userid: ticket.handler_id, closed_on: ticket.closed_on };
}
