import type { Scope } from "../database/scope.ts";
import type { TicketRow } from "../messages/append.ts";
import { audienceOf } from "../realtime/rooms.ts";
import { viewSharedTicket } from "./view.ts";

/** After the first message is appended, so that the list shows what the client wrote. */
export async function publishNewTicket(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "department_id">,
): Promise<void> {
  scope.publish(
    "newTicket",
    await viewSharedTicket(scope, ticket.id),
    audienceOf(scope.companyId, ticket.department_id),
  );
}

/** The whole ticket anew, for a change that no smaller event tells. */
export async function publishTicketUpdate(
  scope: Scope,
  ticket: Pick<TicketRow, "id" | "department_id">,
  more: { reopenTicket?: true } = {},
): Promise<void> {
  const shared = await viewSharedTicket(scope, ticket.id);
  scope.publish("updateTicket", { ...shared, ...more }, audienceOf(scope.companyId, ticket.department_id));
}
