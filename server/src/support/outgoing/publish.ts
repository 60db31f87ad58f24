/** Texts that have not left go to those who may see their ticket, and to nobody else. */
import type { Outgoing } from "@parley/contract/outgoing";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { TicketRow } from "../ticket/access.ts";
import type { OutgoingRow } from "./rows.ts";
import { viewOutgoing } from "./view.ts";

type Place = Pick<TicketRow, "id" | "department_id">;

export async function publishOutgoing(scope: Scope, ticket: Place, row: OutgoingRow): Promise<Outgoing> {
  const view = await viewOutgoing(scope, row);
  scope.publish("updateOutgoing", view, audienceOf(scope.companyId, ticket.department_id, ticket.id));
  return view;
}

export function publishGone(
  scope: Scope,
  ticket: Place,
  { id }: Pick<OutgoingRow, "id">,
  how: { ran?: true } = {},
): void {
  const gone = { ticketid: ticket.id, messageid: id, ...how };
  scope.publish("removeOutgoing", gone, audienceOf(scope.companyId, ticket.department_id, ticket.id));
}
