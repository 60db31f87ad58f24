import type { Ticket } from "@parley/contract/tickets";
import type { Context } from "../context.ts";
import type { AgentActor, Scope } from "../database/scope.ts";
import { holdDepartment } from "../departments/pick.ts";
import type { TicketRow } from "../messages/append.ts";
import { notify } from "../notifications/notify.ts";
import { accessTicket } from "./access.ts";
import { holdHandler } from "./hold-handler.ts";
import { publishReassigned } from "./publish.ts";
import { viewTicket } from "./view.ts";

/** Hands a ticket to a department, where it waits for somebody to accept it. */
export async function changeDepartment(
  context: Pick<Context, "live">,
  scope: Scope<AgentActor>,
  to: { ticketid: string; newDepartment: string },
): Promise<Ticket> {
  const ticket = await accessTicket(scope, to.ticketid, "reassign");
  await holdDepartment(scope, to.newDepartment);
  if (ticket.department_id === to.newDepartment && !ticket.handler_id) return viewTicket(scope, ticket.id);
  return reassign(context, scope, ticket, {
    department_id: to.newDepartment,
    handler_id: null,
    accepted_on: null,
    accepted_by: null,
  });
}

/** Hands a ticket to a colleague in a department. Where nobody had accepted it, that is done for them by this. */
export async function reassignUser(
  context: Pick<Context, "live">,
  scope: Scope<AgentActor>,
  to: { ticketid: string; newDepartment: string; newUser: string },
): Promise<Ticket> {
  const ticket = await accessTicket(scope, to.ticketid, "reassign");
  await holdDepartment(scope, to.newDepartment);
  await holdHandler(scope, to.newUser, to.newDepartment);
  const repeat = ticket.department_id === to.newDepartment && ticket.handler_id === to.newUser;
  if (repeat) return viewTicket(scope, ticket.id);
  const view = await reassign(context, scope, ticket, {
    department_id: to.newDepartment,
    handler_id: to.newUser,
    accepted_on: ticket.accepted_on ?? scope.now,
    accepted_by: ticket.accepted_by ?? to.newUser,
  });
  if (to.newUser !== scope.actor.id && to.newUser !== ticket.handler_id)
    await notify(scope, to.newUser, { type: "text", name: view.client_name, ticket });
  return view;
}

/** The answer is the ticket as the asking agent has it, who may have given it out of their own sight. */
async function reassign(
  context: Pick<Context, "live">,
  scope: Scope<AgentActor>,
  before: TicketRow,
  change: Pick<TicketRow, "department_id" | "handler_id" | "accepted_on" | "accepted_by">,
): Promise<Ticket> {
  await scope.db
    .updateTable("ticket")
    .set(change)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", before.id)
    .execute();
  const { unread, can, ...shared } = await viewTicket(scope, before.id);
  publishReassigned(context, scope, before, shared);
  return { ...shared, unread, can };
}
