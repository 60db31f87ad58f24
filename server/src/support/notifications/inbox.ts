import type { ServerEvents } from "@parley/contract/events";
import { sql } from "kysely";
import { rooms } from "../../floor/actors/rooms.ts";
import { type AgentActor, lockName, type Scope, tryLockName } from "../../floor/database/scope.ts";
import { viewNotification } from "./view.ts";

/**
 * Locks an inbox until the commit, so that each change publishes a correct count. Nothing is locked after it, so it
 * cannot deadlock.
 */
export const lockInbox = (scope: Scope, agentId: string): Promise<void> =>
  lockName(scope, `inbox ${agentId}`);

/** Locks without waiting: false when another transaction holds it. */
export const tryLockInbox = (scope: Scope, agentId: string): Promise<boolean> =>
  tryLockName(scope, `inbox ${agentId}`);

export async function countUnseen(scope: Scope, agentId: string): Promise<number> {
  const { count } = await scope.db
    .selectFrom("notification")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("seen_on", "is", null)
    .where("listed", "=", true)
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
 * Marks a line as seen whose subject (unread messages, a ticket handed over, a mention) was read. The lock comes before the query:
 * a job that finds it unread at this very moment has either added its line already or will see that it was read.
 */
export async function settleUnread(
  scope: Scope<AgentActor>,
  about: { ticketId: string } | { senderId: string },
): Promise<void> {
  const { id } = scope.actor;
  await lockInbox(scope, id);
  const lines = unseenOf(scope, id)
    .where("type", "in", ["text", "handover", "takeover", "mention"])
    .returning("id");
  const settled = await ("ticketId" in about
    ? lines.where("ticket_id", "=", about.ticketId)
    : lines.where("sender_id", "=", about.senderId)
  ).execute();
  if (settled.length === 0) return;
  const count = await countUnseen(scope, id);
  publishToOwn(scope, "notificationsSeen", { ids: settled.map((line) => line.id), count });
}

/** Settles the line of a message that was sent after all, of a text that stopped no longer, or whose failure was dismissed. Requires the inbox's lock. */
export async function settleLine(scope: Scope, agentId: string, messageId: string): Promise<void> {
  const settled = await unseenOf(scope, agentId)
    .where("message_id", "=", messageId)
    .returning("id")
    .execute();
  if (settled.length === 0) return;
  const payload = { ids: settled.map(({ id }) => id), count: await countUnseen(scope, agentId) };
  scope.publish("notificationsSeen", payload, [rooms.agent(scope.companyId, agentId)]);
}

/** Ends the lines of an account whose outage is over, and marks them as seen for all. */
export async function endOutageLines(scope: Scope, channelId: string): Promise<void> {
  const lines = scope.db
    .selectFrom("notification")
    .select("agent_id")
    .distinct()
    .where("company_id", "=", scope.companyId)
    .where("channel_id", "=", channelId)
    .where("ended_on", "is", null)
    .orderBy("agent_id");
  for (const { agent_id } of await lines.execute()) {
    await lockInbox(scope, agent_id);
    const ended = await scope.db
      .updateTable("notification")
      .set({ ended_on: scope.now, seen_on: sql<Date>`coalesce(seen_on, ${scope.now})` })
      .where("company_id", "=", scope.companyId)
      .where("agent_id", "=", agent_id)
      .where("channel_id", "=", channelId)
      .where("ended_on", "is", null)
      .returningAll()
      .execute();
    const count = await countUnseen(scope, agent_id);
    for (const row of ended.filter(({ listed }) => listed)) {
      const notification = viewNotification(row, null);
      scope.publish("newNotification", { notification, count }, [rooms.agent(scope.companyId, agent_id)]);
    }
  }
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
