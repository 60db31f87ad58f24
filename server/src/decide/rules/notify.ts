/** Notifies the agents of a rule of a ticket, in their inboxes. */
import type { RuleAction } from "@parley/contract/rules";
import type { SharedTicket } from "@parley/contract/tickets";
import type { RuleActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notify } from "../../support/notifications/notify.ts";
import { listSeeing } from "../../support/notifications/seeing.ts";
import type { TicketRow } from "../../support/ticket/access.ts";

type Notifying = Extract<RuleAction, { kind: "notify" }>;

/** The agents of a company that one rule tells at most. */
const mostTold = 200;

/** An agent who does not see the ticket is not notified. */
export async function tellOf(
  scope: Scope<RuleActor>,
  ticket: TicketRow,
  { client_name: name }: SharedTicket,
  action: Notifying,
): Promise<void> {
  const told = (await listSeeing(scope, ticket)).filter((agent) => isMeant(action, agent, ticket));
  for (const { id } of told.slice(0, mostTold))
    await notify(scope, id, { type: "rule", name, byName: scope.actor.name, ticket });
}

type Agent = Awaited<ReturnType<typeof listSeeing>>[number];

function isMeant({ to, userids }: Notifying, { id, role, departmentids }: Agent, ticket: TicketRow): boolean {
  switch (to) {
    case "handler":
      return id === ticket.handler_id;
    case "department":
      return departmentids.includes(ticket.department_id);
    case "admins":
      return role === "admin";
    case "agents":
      return userids.includes(id);
  }
}
