/**
 * Adds an inbox line for a message that stays unread. An agent with the chat on screen reads it within moments, so a
 * delayed job decides by the stored read positions, which hold for all processes and devices.
 */

import { limits } from "@parley/contract/limits";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany, type Scope } from "../../floor/database/scope.ts";
import type { Tasks } from "../../floor/database/tasks.ts";
import type { TicketBefore } from "../../floor/ledger/event.ts";
import { unreadBy } from "../ticket/merged.ts";
import { tryLockInbox } from "./inbox.ts";
import { notify } from "./notify.ts";
import { tellFollowers } from "./tell-followers.ts";

/** Messages of the same two seconds share a check: a burst costs one job, and no burst delays its check. */
const slotOf = (time: Date | null) => (time ? Math.floor(time.getTime() / limits.unreadNoticeAfter) : -1);
/**
 * Milliseconds between two tries to lock an inbox: half a second, doubled after each twenty tries, up to 30 s. Three
 * hours in all.
 */
const lockPause = (tries: number) => Math.min(500 * 2 ** Math.floor(tries / 20), 30_000);
const mostTries = 450;
const afterSlot = (slot: number) => new Date((slot + 2) * limits.unreadNoticeAfter);

/** Called after a client's message was appended to a ticket; `before` is the ticket without it. */
export async function scheduleTicketNotice(scope: Scope, before: TicketBefore): Promise<void> {
  if (!before.handler_id && !before.followed) return;
  const slot = slotOf(scope.now);
  const looksAlready =
    before.handler_id !== null &&
    slotOf(before.client_wrote_on) === slot &&
    slotOf(before.accepted_on) < slot;
  if (looksAlready) return;
  const key = `unread:${before.id}:${slot}`;
  await scope.enqueue("notice_ticket", { ticketId: before.id }, { key, runAt: afterSlot(slot), tries: 5 });
}

/** Called after a private message. A repeat for the same message changes nothing. */
export async function schedulePrivateNotice(
  scope: Scope,
  about: { chatId: string; readerId: string; writtenOn: Date },
): Promise<void> {
  const { chatId, readerId } = about;
  const slot = slotOf(about.writtenOn);
  const key = `unread:${chatId}:${readerId}:${slot}`;
  await scope.enqueue("notice_private", { chatId, readerId }, { key, runAt: afterSlot(slot), tries: 5 });
}

/**
 * Locks an inbox, or postpones the job without waiting: jobs that waited for one inbox would occupy the worker's slots
 * of all others. False when it is postponed.
 */
export async function lockOrPutOff<
  Task extends "notice_ticket" | "notice_private" | "notice_failure" | "notice_mention" | "notice_follower",
>(
  scope: Scope,
  agentId: string,
  task: Task,
  { key, payload }: { key: string; payload: Tasks[Task] },
): Promise<boolean> {
  if (await tryLockInbox(scope, agentId)) return true;
  const { tries = 0 } = payload;
  if (tries >= mostTries) throw new Error(`The inbox of agent ${agentId} stays locked`);
  const runAt = new Date(scope.now.getTime() + lockPause(tries));
  await scope.enqueue(task, { ...payload, tries: tries + 1 }, { key: `${key}:later`, runAt, tries: 5 });
  return false;
}

export function notifyUnreadTicket(context: Context, payload: Tasks["notice_ticket"]) {
  const { companyId, ticketId } = payload;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const handler = await scope.db
      .selectFrom("ticket")
      .select("handler_id")
      .where("company_id", "=", companyId)
      .where("id", "=", ticketId)
      .executeTakeFirst();
    // A job that was put off has told them before.
    if (!payload.tries)
      await tellFollowers(scope, { ticketId, about: "text" }, [handler?.handler_id ?? null]);
    if (!handler?.handler_id) return;
    const job = { key: `unread:${ticketId}`, payload };
    if (!(await lockOrPutOff(scope, handler.handler_id, "notice_ticket", job))) return;
    const unread = await findUnreadTicket(scope, ticketId, handler.handler_id);
    if (!unread) return;
    const { name, count } = unread;
    await notify(scope, handler.handler_id, { type: "text", name, ticket: unread, unread: count });
  });
}

function findUnreadTicket(scope: Scope, ticketId: string, handlerId: string) {
  const unread = unreadBy(handlerId);
  return scope.db
    .selectFrom("ticket")
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .leftJoin("ticket_read", (join) =>
      join
        .onRef("ticket_read.company_id", "=", "ticket.company_id")
        .onRef("ticket_read.ticket_id", "=", "ticket.id")
        .on("ticket_read.agent_id", "=", handlerId),
    )
    .select(["ticket.id", "ticket.created_on", "ticket.platform", "client.name"])
    .select(unread.as("count"))
    .where("ticket.company_id", "=", scope.companyId)
    .where("ticket.id", "=", ticketId)
    .where("ticket.handler_id", "=", handlerId)
    .where("ticket.closed_on", "is", null)
    .where(unread, ">", 0)
    .executeTakeFirst();
}

export function notifyUnreadPrivate(context: Context, payload: Tasks["notice_private"]) {
  const { companyId, chatId, readerId } = payload;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const job = { key: `unread:${chatId}:${readerId}`, payload };
    if (!(await lockOrPutOff(scope, readerId, "notice_private", job))) return;
    const writer = await findUnreadWriter(scope, chatId, readerId);
    if (!writer) return;
    await notify(scope, readerId, {
      type: "text",
      name: agentName(writer),
      ticket: null,
      senderId: writer.id,
      unread: Number(writer.count),
    });
  });
}

/** The author of the reader's unread messages. */
function findUnreadWriter(scope: Scope, chatId: string, readerId: string) {
  return scope.db
    .selectFrom("private_message")
    .innerJoin("agent", (join) =>
      join
        .onRef("agent.company_id", "=", "private_message.company_id")
        .onRef("agent.id", "=", "private_message.sender_id"),
    )
    .leftJoin("private_read", (join) =>
      join
        .onRef("private_read.company_id", "=", "private_message.company_id")
        .onRef("private_read.chat_id", "=", "private_message.chat_id")
        .on("private_read.agent_id", "=", readerId),
    )
    .select(["agent.id", "first_name", "last_name"])
    .select((eb) => eb.fn.countAll().over().as("count"))
    .where("private_message.company_id", "=", scope.companyId)
    .where("private_message.chat_id", "=", chatId)
    .where("private_message.sender_id", "!=", readerId)
    .where((eb) => eb("private_message.seq", ">", eb.fn.coalesce("private_read.seq", eb.lit(0))))
    .orderBy("private_message.seq", "desc")
    .limit(1)
    .executeTakeFirst();
}
