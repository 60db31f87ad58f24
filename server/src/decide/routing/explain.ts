/** Offers as consoles show them, and why a ticket was offered to whom, or to nobody. */
import type { Offer, OfferList, TicketRouting } from "@parley/contract/routing";
import { routingLimits } from "@parley/contract/routing-words";
import type { Scope } from "../../floor/database/scope.ts";
import { accessTicket, visibleTo } from "../../support/ticket/access.ts";
import { membersOf } from "../../support/ticket/merged.ts";
import { readAgents } from "./agents.ts";
import { needsOf, reasonAgainst } from "./decide.ts";
import { readTicket, withPast } from "./tickets.ts";

const name = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  `${first_name} ${last_name}`.trim();

/** Offers that stand, of tickets of the departments that the actor sees. */
export async function listOffers(scope: Scope): Promise<OfferList> {
  const rows = await selectOffers(scope)
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "o.company_id").onRef("ticket.id", "=", "o.ticket_id"),
    )
    .where("o.ended_on", "is", null)
    .where("ticket.handler_id", "is", null)
    .where("ticket.closed_on", "is", null)
    .where(visibleTo(scope.actor) as never)
    .orderBy("o.turn")
    .limit(routingLimits.listed)
    .execute();
  return {
    offers: rows.map(
      (row): Offer => ({
        ...{ ticketid: row.ticket_id, userid: row.agent_id, user_name: name(row) },
        ...{ offered_on: row.offered_on.toISOString(), until: row.until.toISOString() },
      }),
    ),
  };
}

const selectOffers = ({ db, companyId }: Scope) =>
  db
    .selectFrom("ticket_offer as o")
    .innerJoin("agent", (join) =>
      join.onRef("agent.company_id", "=", "o.company_id").onRef("agent.id", "=", "o.agent_id"),
    )
    .select(["o.ticket_id", "o.agent_id", "agent.first_name", "agent.last_name"])
    .select(["o.offered_on", "o.until", "o.ended_on", "o.ended", "o.why"])
    .where("o.company_id", "=", companyId);

/** Offers of tickets that were merged into it count as its own. */
export async function explainRouting(scope: Scope, id: string): Promise<TicketRouting> {
  const ticket = await accessTicket(scope, id, "see");
  const offers = await selectOffers(scope)
    .where("o.ticket_id", "in", membersOf(ticket))
    .orderBy("o.turn", "desc")
    .limit(routingLimits.shown)
    .execute();
  const offered = offers.some(({ ended }) => ended === null);
  const waits = !ticket.handler_id && !ticket.closed_on && !ticket.snoozed_on && !ticket.spam_on;
  return {
    offers: offers.map((row) => ({
      ...{ userid: row.agent_id, user_name: name(row), why: row.why, ended: row.ended },
      ...{ offered_on: row.offered_on.toISOString(), until: row.until.toISOString() },
      ended_on: row.ended_on?.toISOString() ?? null,
    })),
    waiting: waits && !offered ? await explainWaiting(scope, ticket.id) : null,
  };
}

async function explainWaiting(scope: Scope, id: string): Promise<TicketRouting["waiting"]> {
  const row = await readTicket(scope, id);
  if (!row) return null;
  const routing = await scope.db
    .selectFrom("routing")
    .select(["mode", "previous_days"])
    .where("company_id", "=", scope.companyId)
    .where("department_id", "=", row.departmentId)
    .executeTakeFirst();
  const mode = routing?.mode ?? "off";
  if (mode === "off") return { mode, language: null, skills: [], agents: [] };
  const agents = await readAgents(scope, [row.departmentId]);
  const [waiting] = await withPast(scope, [row], () => routing?.previous_days ?? 0);
  if (!waiting) return null;
  const needs = needsOf(waiting, agents);
  return {
    ...{ mode, ...needs },
    agents: agents.slice(0, routingLimits.shown).map((agent) => ({
      ...{ userid: agent.id, user_name: agent.name, load: agent.load, capacity: agent.capacity },
      why: reasonAgainst(agent, needs),
    })),
  };
}
