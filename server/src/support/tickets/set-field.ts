import type { setTicketField as body, FieldChange } from "@parley/contract/fields";
import type { Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import { agentIdOf, type ChangingActor, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { setValue } from "../fields/set-value.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { raiseVersions } from "../ticket/version.ts";
import { viewTicket } from "./view.ts";

/**
 * An agent who may close an open ticket may do so. 404 for a field that is not offered, 400 for a value that it does
 * not accept.
 */
export async function setTicketField(
  scope: Scope<ProgramActor>,
  { ticketid, ...change }: z.output<typeof body>,
): Promise<Ticket> {
  return applyField(scope, await accessTicket(scope, ticketid, "close"), change);
}

/** The change of a locked ticket, whatever the caller may do. */
export async function applyField(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  change: FieldChange,
): Promise<Ticket> {
  const field = await setValue(scope, "ticket", ticket.id, change);
  if (field) await raiseVersions(scope, [ticket.id]);
  const view = await viewTicket(scope, ticket.id);
  if (!field) return view;
  const { unread: _unread, can: _can, ...shared } = view;
  await record(scope, {
    kind: "ticket_field",
    subject: ticket.id,
    facts: { client: ticket.client_id, agent: agentIdOf(scope.actor), field: field.id },
    inHand: { ticket: shared, field: field.name },
  });
  return view;
}
