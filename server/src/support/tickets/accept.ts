import type { Ticket } from "@parley/contract/tickets";
import { isAgents, type ProgramActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { forbidden } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { openWait } from "../hours/open-wait.ts";
import { accessLocked, checkAbility } from "../ticket/access.ts";
import { lockHandler } from "./lock-handler.ts";
import { viewTicket } from "./view.ts";
import { awake } from "./wake.ts";

/**
 * Makes the agent the handler. Of concurrent calls the first to lock the ticket wins; the others are refused with
 * `already_accepted` and the handler. Accepting one's own ticket again changes nothing. A company's key accepts none.
 */
export async function acceptTicket(scope: Scope<ProgramActor>, id: string): Promise<Ticket> {
  if (!isAgents(scope)) throw forbidden("program_accepts");
  const ticket = await accessLocked(scope, id);
  if (ticket.handler_id === scope.actor.id && !ticket.closed_on) return viewTicket(scope, ticket.id);
  await checkAbility(scope, ticket, "accept");
  await lockHandler(scope, scope.actor.id, ticket.department_id);
  await scope.db
    .updateTable("ticket")
    .set({
      handler_id: scope.actor.id,
      accepted_by: scope.actor.id,
      accepted_on: scope.now,
      ...awake,
      waited_ms: await openWait(scope, ticket.department_id, ticket.created_on),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  const accepted = await viewTicket(scope, ticket.id);
  await record(scope, {
    kind: "ticket_accept",
    subject: ticket.id,
    facts: { client: ticket.client_id, agent: scope.actor.id },
    inHand: { ticket: accepted },
  });
  return accepted;
}
