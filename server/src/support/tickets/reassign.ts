import type {
  changeDepartment as departmentBody,
  Ticket,
  reassignUser as userBody,
} from "@parley/contract/tickets";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
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
  await lockOpenDepartment(scope, to.newDepartment);
  const repeat = ticket.department_id === to.newDepartment && !ticket.handler_id;
  const moved = repeat
    ? await viewTicket(scope, ticket.id)
    : await reassign(scope, ticket, {
        department_id: to.newDepartment,
        handler_id: null,
        accepted_on: null,
        accepted_by: null,
        waited_ms: null,
      });
  await handOverNote(scope, { ...ticket, department_id: to.newDepartment }, to.note);
  return moved;
}

/** Assigns a ticket to a colleague in a department; a pending ticket is accepted by this. */
export async function reassignUser(
  scope: Scope<ProgramActor>,
  to: Omit<z.output<typeof userBody>, "newDepartmentName" | "newUserName">,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, to.ticketid, "reassign");
  await lockOpenDepartment(scope, to.newDepartment);
  await lockHandler(scope, to.newUser, to.newDepartment);
  const repeat = ticket.department_id === to.newDepartment && ticket.handler_id === to.newUser;
  const moved = repeat
    ? await viewTicket(scope, ticket.id)
    : await reassign(scope, ticket, {
        department_id: to.newDepartment,
        handler_id: to.newUser,
        accepted_on: ticket.accepted_on ?? scope.now,
        accepted_by: ticket.accepted_by ?? to.newUser,
        waited_ms: ticket.accepted_on
          ? ticket.waited_ms
          : await openWait(scope, to.newDepartment, ticket.created_on),
      });
  await handOverNote(scope, { ...ticket, department_id: to.newDepartment }, to.note);
  return moved;
}

/** Returns the ticket in the caller's shape, even if they no longer see it. */
export async function reassign(
  scope: Scope<ProgramActor>,
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
