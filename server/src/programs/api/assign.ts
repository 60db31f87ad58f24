import type { programAssignment } from "@parley/contract/programs";
import type { Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import type { ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { accessTicket } from "../../support/ticket/access.ts";
import { changeDepartment, reassignUser } from "../../support/tickets/reassign.ts";

/** Moves the ticket to the department, its own when none is named, and to the agent. Without an agent it waits for one. */
export async function assignTicket(
  scope: Scope<ProgramActor>,
  id: string,
  { department_id, handler_id }: z.output<typeof programAssignment>,
): Promise<Ticket> {
  const { id: ticketid, department_id: own } = await accessTicket(scope, id, "reassign");
  const newDepartment = department_id ?? own;
  return handler_id
    ? reassignUser(scope, { ticketid, newDepartment, newUser: handler_id })
    : changeDepartment(scope, { ticketid, newDepartment });
}
