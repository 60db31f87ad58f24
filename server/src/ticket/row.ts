/** A ticket's row: how it is locked, which rows an actor sees, and what the rules of permissions ask of one. */
import type { ExpressionBuilder, Selectable } from "kysely";
import type { Actor } from "../actors/actor.ts";
import type { Database, TicketTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";

export type TicketRow = Selectable<TicketTable>;

/**
 * Locks a ticket for the rest of the unit of work. Appending and changing the stage require this lock, so numbers are
 * dense and transitions are serialised.
 */
export async function lockTicket(scope: Scope, ticketId: string): Promise<TicketRow | undefined> {
  return scope.db
    .selectFrom("ticket")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticketId)
    .forUpdate()
    .executeTakeFirst();
}

/** The rule of `maySeeTicket`, for a list. */
export function visibleTo({ departments }: Pick<Actor, "departments">) {
  return (eb: ExpressionBuilder<Database, "ticket">) =>
    departments === "all" ? eb.lit(true) : eb("ticket.department_id", "in", departments);
}

/** The facts about a ticket that the rules of `permissions.ts` use. */
export function factsOf(ticket: Pick<TicketRow, "department_id" | "handler_id" | "closed_on">) {
  return { departmentid: ticket.department_id, userid: ticket.handler_id, closed_on: ticket.closed_on };
}
