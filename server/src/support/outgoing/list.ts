import { limits } from "@parley/contract/limits";
import type { LeavingTimes, Outgoing, TicketOutgoing } from "@parley/contract/outgoing";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { type TicketRow, visibleTo } from "../ticket/access.ts";
import { isOfTicket } from "../ticket/merged.ts";
import { ofAgent } from "./access.ts";
import { dueSql, outgoingOfTicket } from "./rows.ts";
import { viewAllOutgoing } from "./view.ts";
import { clockOf, openingAfter } from "./when.ts";

export async function listTicketOutgoing(scope: Scope, ticket: TicketRow): Promise<TicketOutgoing> {
  return {
    outgoing: await viewAllOutgoing(scope, await outgoingOfTicket(scope, ticket)),
    ...(await listLeavingTimes(scope, ticket.department_id)),
  };
}

/** Reads the clock of a department: its next opening and its time zone. */
export async function listLeavingTimes(scope: Scope, department_id: string): Promise<LeavingTimes> {
  const clock = await clockOf(scope, { department_id });
  return { opening: openingAfter(scope.now, clock)?.toISOString() ?? null, time_zone: clock.zone };
}

/**
 * Lists the agent's own in tickets they see: those that have stopped first, then the next to leave. Administrators also see
 * those of agents who have left.
 */
export async function listOutgoing(scope: Scope<AgentActor>): Promise<Outgoing[]> {
  const rows = await scope.db
    .selectFrom("outgoing")
    .leftJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "outgoing.company_id").on(isOfTicket(sql`outgoing.ticket_id`)),
    )
    .selectAll("outgoing")
    .where("outgoing.company_id", "=", scope.companyId)
    .where((eb) => ofAgent(scope.actor)(eb as never))
    .where("outgoing.dropped_on", "is", null)
    .where((eb) =>
      eb.or([
        eb("outgoing.ticket_id", "is", null),
        eb.and([eb("ticket.id", "is not", null), visibleTo(scope.actor)(eb as never)]),
      ]),
    )
    .orderBy(dueSql, (order) => order.asc().nullsFirst())
    .orderBy("outgoing.created_on")
    .limit(limits.outgoingListed)
    .execute();
  return viewAllOutgoing(scope, rows);
}
