import type {
  changeDepartment as departmentBody,
  Ticket,
  reassignUser as userBody,
} from "@parley/contract/tickets";
import type { z } from "zod";
import type { ChangingActor, ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { lockOpenDepartment } from "../../people/departments/pick.ts";
import { openWait } from "../hours/open-wait.ts";
import { handOverNote } from "../notes/write.ts";
import type { TicketRow } from "../ticket/access.ts";
import { accessTicket } from "../ticket/access.ts";
import { lockHandler } from "./lock-handler.ts";
import { viewTicket } from "./view.ts";

/** Moves a ticket to a department, where it is pending. */
export async function changeDepartment(
  scope: Scope<ProgramActor>,
  to: Omit<z.output<typeof departmentBody>, "newDepartmentName">,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, to.ticketid, "reassign");
  const moved = await moveTo(scope, ticket, to.newDepartment);
  await handOverNote(scope, { ...ticket, department_id: to.newDepartment }, to.note);
  return moved;
}

/** The move of a locked ticket, whatever the caller may do. 404 for a department that is gone. */
export async function moveTo(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  departmentId: string,
): Promise<Ticket> {
  await lockOpenDepartment(scope, departmentId);
  if (ticket.department_id === departmentId && !ticket.handler_id) return viewTicket(scope, ticket.id);
  return reassign(scope, ticket, {
    department_id: departmentId,
    handler_id: null,
    accepted_on: null,
    accepted_by: null,
    waited_ms: null,
  });
}

/** Assigns a ticket to a colleague in a department; a pending ticket is accepted by this. */
export async function reassignUser(
  scope: Scope<ProgramActor>,
  to: Omit<z.output<typeof userBody>, "newDepartmentName" | "newUserName">,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, to.ticketid, "reassign");
  const moved = await assignTo(scope, ticket, { departmentId: to.newDepartment, agentId: to.newUser });
  await handOverNote(scope, { ...ticket, department_id: to.newDepartment }, to.note);
  return moved;
}

/** The same of a locked ticket, whatever the caller may do. 409 for an agent who does not see the department. */
export async function assignTo(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  { departmentId, agentId }: { departmentId: string; agentId: string },
): Promise<Ticket> {
  await lockOpenDepartment(scope, departmentId);
  await lockHandler(scope, agentId, departmentId);
  if (ticket.department_id === departmentId && ticket.handler_id === agentId)
    return viewTicket(scope, ticket.id);
  return reassign(scope, ticket, {
    department_id: departmentId,
    handler_id: agentId,
    accepted_on: ticket.accepted_on ?? scope.now,
    accepted_by: ticket.accepted_by ?? agentId,
    waited_ms: ticket.accepted_on ? ticket.waited_ms : await openWait(scope, departmentId, ticket.created_on),
  });
}

/** Returns the ticket in the caller's shape, even if they no longer see it. */
export async function reassign(
  scope: Scope<ChangingActor>,
  before: TicketRow,
  change: Pick<TicketRow, "department_id" | "handler_id" | "accepted_on" | "accepted_by" | "waited_ms">,
): Promise<Ticket> {
  await scope.db
    .updateTable("ticket")
    .set(change)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", before.id)
    .execute();
  const { unread, can, ...shared } = await viewTicket(scope, before.id);
  await record(scope, {
    kind: "ticket_reassign",
    subject: before.id,
    facts: {
      from_department: before.department_id,
      to_department: change.department_id,
      from_handler: before.handler_id,
      to_handler: change.handler_id,
    },
    inHand: { ticket: shared, leftDepartment: before.department_id },
  });
  return { ...shared, unread, can };
}
