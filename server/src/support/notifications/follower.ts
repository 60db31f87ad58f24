/** The inbox line of an agent who follows a ticket: what its handler is told, while the agent may read it. */

import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import { idsMergedIn, unreadBy } from "../ticket/merged.ts";
import { findFailure } from "./failure.ts";
import { settleLine } from "./inbox.ts";
import { mayStillRead } from "./mention.ts";
import { type About, notify } from "./notify.ts";
import { followerKey } from "./tell-followers.ts";
import { lockOrPutOff } from "./unread.ts";

export function notifyFollower(context: Context, payload: Tasks["notice_follower"]) {
  const { companyId, agentId, about, messageId } = payload;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const job = { key: followerKey(payload), payload };
    if (!(await lockOrPutOff(scope, agentId, "notice_follower", job))) return;
    const message = messageId ? await findFailure(scope, messageId) : undefined;
    if (messageId && !message) return settleLine(scope, agentId, messageId);
    const ticket = await findFollowed(scope, payload);
    if (!ticket || !(await mayStillRead(scope, payload, ticket))) return;
    if (about === "text" && !isUnread(ticket, agentId)) return;
    const by = payload.by ? await nameOf(scope, payload.by) : undefined;
    await notify(scope, agentId, {
      ...{ type: about, name: ticket.name, followed: true },
      ticket: { id: ticket.ticket_id, created_on: ticket.created_on, platform: ticket.platform },
      ...(about === "text" && { unread: ticket.unread }),
      ...(by !== undefined && { byName: by }),
      ...(message && { message }),
    } satisfies About);
  });
}

type Followed = NonNullable<Awaited<ReturnType<typeof findFollowed>>>;

/** A follower who has become the handler meanwhile gets the handler's notice instead. */
const isUnread = ({ unread, closed_on, handler_id }: Followed, agentId: string): boolean =>
  unread > 0 && !closed_on && handler_id !== agentId;

/** Undefined when the agent does not follow it any more. */
function findFollowed(
  { db, companyId }: Scope,
  { ticketId, agentId }: Pick<Tasks["notice_follower"], "ticketId" | "agentId">,
) {
  return db
    .selectFrom("ticket_follower")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "ticket_follower.company_id").on("ticket.id", "=", ticketId),
    )
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .leftJoin("ticket_read", (join) =>
      join
        .onRef("ticket_read.company_id", "=", "ticket_follower.company_id")
        .on("ticket_read.ticket_id", "=", ticketId)
        .onRef("ticket_read.agent_id", "=", "ticket_follower.agent_id"),
    )
    .select(["ticket.id as ticket_id", "ticket.department_id", "ticket.created_on", "ticket.platform"])
    .select(["ticket.closed_on", "ticket.handler_id", "client.name"])
    .select(unreadBy(agentId).as("unread"))
    .where("ticket_follower.company_id", "=", companyId)
    .where("ticket_follower.ticket_id", "in", idsMergedIn(ticketId))
    .where("ticket_follower.agent_id", "=", agentId)
    .executeTakeFirst();
}

async function nameOf({ db, companyId }: Scope, agentId: string): Promise<string> {
  const agent = await db
    .selectFrom("agent")
    .select(["first_name", "last_name"])
    .where("company_id", "=", companyId)
    .where("id", "=", agentId)
    .executeTakeFirstOrThrow();
  return agentName(agent);
}
