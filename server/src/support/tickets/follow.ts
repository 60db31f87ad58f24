/** Following a ticket: its agent is told what its handler is told, while they may read it. */

import type { Following } from "@parley/contract/following";
import type { Ticket } from "@parley/contract/tickets";
import { sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessLocked } from "../ticket/access.ts";
import { membersOf } from "../ticket/merged.ts";

/** Follows a ticket that the agent may read, at any stage. Following it again changes nothing. */
export async function followTicket(scope: Scope<AgentActor>, ticketid: string): Promise<Following> {
  const { id } = await accessLocked(scope, ticketid, "read");
  const { numInsertedOrUpdatedRows: added } = await scope.db
    .insertInto("ticket_follower")
    .values({ ...own(scope), ticket_id: id, followed_on: scope.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (added) await tell(scope, "ticket_follow", id);
  return { ticketid: id, following: true };
}

/** Following it no longer, or not at all, changes nothing. */
export async function unfollowTicket(scope: Scope<AgentActor>, ticketid: string): Promise<Following> {
  const ticket = await accessLocked(scope, ticketid, "read");
  const { id } = ticket;
  const { company_id, agent_id } = own(scope);
  const { numDeletedRows: removed } = await scope.db
    .deleteFrom("ticket_follower")
    .where("company_id", "=", company_id)
    .where("ticket_id", "in", membersOf(ticket))
    .where("agent_id", "=", agent_id)
    .executeTakeFirstOrThrow();
  if (removed) await tell(scope, "ticket_unfollow", id);
  return { ticketid: id, following: false };
}

/** Says of a ticket that the agent had access to whether they follow it, or one that was merged into it. */
export async function withFollowing(scope: Scope, ticket: Ticket): Promise<Ticket> {
  const { id: agentId } = scope.actor;
  const follows = await followsAny(scope, [ticket.ticketid, ...(ticket.merged ?? [])], agentId);
  return follows ? { ...ticket, following: true } : ticket;
}

async function followsAny(scope: Scope, ids: string[], agentId: string | null): Promise<boolean> {
  for (const ticketId of ids) if (await lookUp(scope, followersAmong, { ticketId, agentId })) return true;
  return false;
}

const own = ({ companyId, actor }: Scope<AgentActor>) => ({ company_id: companyId, agent_id: actor.id });

const tell = (scope: Scope<AgentActor>, kind: "ticket_follow" | "ticket_unfollow", ticketid: string) =>
  record(scope, { kind, subject: ticketid, facts: { agent: scope.actor.id } });

type Follower = { ticketId: string; agentId: string | null };

const followersAmong: Finder<Follower, boolean> = async ({ db, companyId }, asked) => {
  const tickets = asked.map(({ ticketId }) => ticketId);
  const agents = asked.map(({ agentId }) => agentId);
  const { rows } = await sql<{ place: number }>`select asked.place
    from unnest(${tickets}::uuid[], ${agents}::uuid[]) with ordinality asked (ticket_id, agent_id, place)
    join ticket_follower f on f.company_id = ${companyId} and f.ticket_id = asked.ticket_id and f.agent_id = asked.agent_id`.execute(
    db,
  );
  return byPlace(asked, rows).map((found) => found.length > 0);
};
