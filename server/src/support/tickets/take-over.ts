/** Taking a ticket over from a handler who is offline. */
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket, takeOver, takeOverTicket as takeOverBody } from "@parley/contract/tickets";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, forbidden, Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessLocked, alreadyAccepted, type TicketRow } from "../ticket/access.ts";
import { lockHandler } from "./lock-handler.ts";
import { viewTicket } from "./view.ts";
import { awake } from "./wake.ts";

/**
 * Makes the agent the handler in place of `handlerid`. Of concurrent calls the first to lock the ticket wins; the
 * others are refused with the handler. Taking over one's own ticket changes nothing.
 */
export async function takeOverTicket(
  scope: Scope<AgentActor>,
  { ticketid, handlerid }: z.output<typeof takeOverBody>,
): Promise<Ticket> {
  const ticket = await accessLocked(scope, ticketid);
  const { id } = scope.actor;
  if (ticket.closed_on) throw new Refusal(403, "ticket_closed", "ticket_closed");
  if (ticket.handler_id === id) return viewTicket(scope, ticket.id);
  if (!ticket.handler_id) throw conflict("conflict", "take_over_pending");
  if (ticket.handler_id !== handlerid) throw await alreadyAccepted(scope, ticket.handler_id);
  await checkOffline(scope, ticket.handler_id);
  await lockHandler(scope, id, ticket.department_id);
  await scope.db
    .updateTable("ticket")
    .set({ handler_id: id, ...awake })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", ticket.id)
    .execute();
  const { unread, can, ...shared } = await viewTicket(scope, ticket.id);
  await record(scope, {
    kind: "ticket_take_over",
    subject: ticket.id,
    facts: {
      from_department: ticket.department_id,
      to_department: ticket.department_id,
      from_handler: ticket.handler_id,
      to_handler: id,
    },
    inHand: { ticket: shared, leftDepartment: ticket.department_id },
  });
  return { ...shared, unread, can };
}

export async function viewTakeOver(scope: Scope, ticket: TicketRow): Promise<z.output<typeof takeOver>> {
  const minutes = await allowedAfter(scope);
  const handler = minutes === null || ticket.closed_on ? null : ticket.handler_id;
  const since = handler && (await offlineSince(scope, handler));
  return { minutes, offline_since: since ? since.toISOString() : null };
}

async function checkOffline(scope: Scope, handlerId: string): Promise<void> {
  const minutes = await allowedAfter(scope);
  if (minutes === null) throw forbidden("take_over_off");
  const since = await offlineSince(scope, handlerId);
  if (!since) throw conflict("conflict", "take_over_online");
  if (scope.now.getTime() - since.getTime() < minutes * 60_000)
    throw conflict("conflict", reasonOf("take_over_early", { minutes: String(minutes) }));
}

async function allowedAfter({ db, companyId }: Scope): Promise<number | null> {
  const { take_over_minutes } = await db
    .selectFrom("company")
    .select("take_over_minutes")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return take_over_minutes;
}

/**
 * Null while the handler is online. A row of presence counts even when its process has ended: who was online when the
 * desk stopped is counted as gone from the moment another process removes the row.
 */
async function offlineSince({ db, companyId }: Scope, agentId: string): Promise<Date | null> {
  const { left_on, created_on, present } = await db
    .selectFrom("agent")
    .leftJoin("absence", (join) =>
      join.onRef("absence.company_id", "=", "agent.company_id").onRef("absence.agent_id", "=", "agent.id"),
    )
    .select(["absence.left_on", "agent.created_on"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("presence")
            .select("agent_id")
            .whereRef("presence.company_id", "=", "agent.company_id")
            .whereRef("presence.agent_id", "=", "agent.id"),
        )
        .as("present"),
    )
    .where("agent.company_id", "=", companyId)
    .where("agent.id", "=", agentId)
    .executeTakeFirstOrThrow();
  // An agent who never opened a console counts as away.
  return present ? null : (left_on ?? created_on);
}
