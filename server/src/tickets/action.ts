import type { Insertable } from "kysely";
import type { ActionTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import type { TicketRow } from "../messages/append.ts";

type TicketAction = Extract<ActionTable["type"], `ticket_${string}`>;

/** Writes down who did what to a ticket, beside the change itself. */
export async function recordAction(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "client_id">,
  type: TicketAction,
  by: Pick<Insertable<ActionTable>, "agent_id" | "rating"> = {},
): Promise<void> {
  await scope.db
    .insertInto("action")
    .values({
      company_id: scope.companyId,
      type,
      time: scope.now,
      client_id: ticket.client_id,
      ticket_id: ticket.id,
      ...by,
    })
    .execute();
}
