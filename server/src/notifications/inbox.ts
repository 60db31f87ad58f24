import type { ServerEvents } from "@parley/contract/events";
import { rooms } from "../actors/rooms.ts";
import { type AgentActor, lockName, type Scope, tryLockName } from "../database/scope.ts";

/**
 * Locks an inbox until the commit, so that each change publishes a correct count. Nothing is locked after it, so it
 * cannot deadlock.
 */
export const lockInbox = (scope: Scope, agentId: string): Promise<void> =>
  lockName(scope, `inbox ${agentId}`);

/** The same, without waiting: false when another holds it. */
export const tryLockInbox = (scope: Scope, agentId: string): Promise<boolean> =>
  tryLockName(scope, `inbox ${agentId}`);

export async function countUnseen(scope: Scope, agentId: string): Promise<number> {
  const { count } = await scope.db
    .selectFrom("notification")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("seen_on", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The agent has opened the inbox: every line is seen. */
export async function resetCount(scope: Scope<AgentActor>): Promise<void> {
  const { id } = scope.actor;
  await lockInbox(scope, id);
  const { numUpdatedRows } = await unseenOf(scope, id).executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) publishToOwn(scope, "notificationsSeen", { ids: null, count: 0 });
}

export async function clearInbox(scope: Scope<AgentActor>): Promise<void> {
  await lockInbox(scope, scope.actor.id);
  await scope.db
    .deleteFrom("notification")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .execute();
  publishToOwn(scope, "notificationsCleared", {});
}

/**
 * What a line of unread messages, or of a ticket handed over, is about was read, so it no longer waits to be seen. The lock comes before the look: a
 * job that finds it unread at this very moment has either put its line in already or will see that it was read.
 */
export async function settleUnread(
  scope: Scope<AgentActor>,
  about: { ticketId: string } | { senderId: string },
): Promise<void> {
  const { id } = scope.actor;
  await lockInbox(scope, id);
  const lines = unseenOf(scope, id).where("type", "in", ["text", "handover"]).returning("id");
  const settled = await ("ticketId" in about
    ? lines.where("ticket_id", "=", about.ticketId)
    : lines.where("sender_id", "=", about.senderId)
  ).execute();
  if (settled.length === 0) return;
  const count = await countUnseen(scope, id);
  publishToOwn(scope, "notificationsSeen", { ids: settled.map((line) => line.id), count });
}

function unseenOf(scope: Scope, agentId: string) {
  return scope.db
    .updateTable("notification")
    .set({ seen_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("seen_on", "is", null);
}

function publishToOwn<Name extends "notificationsSeen" | "notificationsCleared">(
  scope: Scope<AgentActor>,
  event: Name,
  payload: ServerEvents[Name],
): void {
  scope.publish(event, payload, [rooms.agent(scope.companyId, scope.actor.id)]);
}
