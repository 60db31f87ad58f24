import type { snoozeTicket as snoozeBody, Ticket } from "@parley/contract/tickets";
import type { z } from "zod";
import { agentIdOf, type ChangingActor, type ProgramActor } from "../../floor/actors/actor.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { readHoursOf } from "../hours/rows.ts";
import { accessTicket, type TicketRow } from "../ticket/access.ts";
import { snoozeEnd } from "./snooze-end.ts";
import { viewTicket } from "./view.ts";
import { awake } from "./wake.ts";

/**
 * Folds an open ticket away until a time or the client's next message; who may close it may do so. Its time, an
 * acceptance, a closing and a reopening end it too. Snoozing again replaces the time.
 */
export async function snoozeTicket(
  scope: Scope<AgentActor>,
  { ticketid, until }: z.output<typeof snoozeBody>,
): Promise<Ticket> {
  const ticket = await accessTicket(scope, ticketid, "close");
  return applySnooze(scope, ticket, await snoozeEndOf(scope, ticket, until));
}

/** The same until an instant; null means until the client writes. */
export async function snoozeUntil(
  scope: Scope<ProgramActor>,
  ticketId: string,
  end: Date | null,
): Promise<Ticket> {
  return applySnooze(scope, await accessTicket(scope, ticketId, "close"), end);
}

/** The change, whatever the caller may do. 400 for an end that is over. */
export async function applySnooze(
  scope: Scope<ChangingActor>,
  ticket: TicketRow,
  end: Date | null,
): Promise<Ticket> {
  if (end && end <= scope.now) throw invalid("snooze_past");
  await change(scope, ticket, {
    snoozed_on: scope.now,
    snoozed_until: end,
    snoozed_by: agentIdOf(scope.actor),
    back_why: null,
  });
  const { unread, can, ...shared } = await viewTicket(scope, ticket.id);
  await record(scope, {
    kind: "ticket_snooze",
    subject: ticket.id,
    facts: { client: ticket.client_id, agent: agentIdOf(scope.actor), until: end?.getTime() ?? null },
    inHand: { ticket: shared },
  });
  return { ...shared, unread, can };
}

/** Ends a snooze by hand. A ticket that is not snoozed stays as it is. */
export async function unsnoozeTicket(scope: Scope<ProgramActor>, ticketid: string): Promise<Ticket> {
  const ticket = await accessTicket(scope, ticketid, "close");
  if (!ticket.snoozed_on) return viewTicket(scope, ticket.id);
  await change(scope, ticket, awake);
  const { unread, can, ...shared } = await viewTicket(scope, ticket.id);
  await record(scope, {
    kind: "ticket_unsnooze",
    subject: ticket.id,
    facts: { client: ticket.client_id, agent: agentIdOf(scope.actor) },
    inHand: { ticket: shared },
  });
  return { ...shared, unread, can };
}

/** Gives a locked ticket the snooze that it had, or none. */
export async function restoreSnooze(
  scope: Scope<AgentActor>,
  ticket: TicketRow,
  to: Parameters<typeof change>[2],
): Promise<void> {
  await change(scope, ticket, to);
  const { unread: _unread, can: _can, ...shared } = await viewTicket(scope, ticket.id);
  const event = { subject: ticket.id, inHand: { ticket: shared } };
  const facts = { client: ticket.client_id, agent: scope.actor.id };
  const until = to.snoozed_until ? new Date(to.snoozed_until).getTime() : null;
  await record(
    scope,
    to.snoozed_on
      ? { kind: "ticket_snooze", ...event, facts: { ...facts, until } }
      : { kind: "ticket_unsnooze", ...event, facts },
  );
}

/** The end by the clock of the hours in force in the ticket's department, else by the company's. */
export async function snoozeEndOf(scope: Scope, ticket: TicketRow, until: string): Promise<Date | null> {
  const hours = await readHoursOf(scope, ticket.department_id);
  const zone = hours?.time_zone ?? (await companyTimeZone(scope));
  return snoozeEnd(until, scope.now, { zone, hours });
}

async function change(
  scope: Scope,
  { id }: TicketRow,
  values: Pick<TicketRow, "snoozed_on" | "snoozed_until" | "snoozed_by" | "back_why">,
): Promise<void> {
  await scope.db
    .updateTable("ticket")
    .set(values)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
}
