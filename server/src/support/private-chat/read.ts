import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { settleUnread } from "../notifications/inbox.ts";
import { accessChat, type ChatRow, otherOf } from "./access.ts";
import { roomsOfChat } from "./append.ts";

export async function markPrivateSeen(
  scope: Scope<AgentActor>,
  colleagueId: string,
  seq: number,
): Promise<void> {
  const chat = await accessChat(scope, colleagueId);
  if (chat.last_seq > 0) await markRead(scope, chat, Math.min(seq, chat.last_seq));
}

/**
 * Marks messages up to `seq` as read; never moves backwards. Published to both: to one for the count, to the other for
 * the ticks.
 */
export async function markRead(scope: Scope<AgentActor>, chat: ChatRow, seq: number): Promise<void> {
  const otherId = otherOf(chat, scope.actor.id);
  const last = await scope.db
    .selectFrom("private_message")
    .select("sender_no")
    .where("company_id", "=", scope.companyId)
    .where("chat_id", "=", chat.id)
    .where("seq", "<=", seq)
    .where("sender_id", "=", otherId)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const read = await scope.db
    .insertInto("private_read")
    .values({
      company_id: scope.companyId,
      chat_id: chat.id,
      agent_id: scope.actor.id,
      seq,
      messages: last?.sender_no ?? 0,
      read_on: scope.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "chat_id", "agent_id"])
        .doUpdateSet((eb) => ({
          seq: eb.ref("excluded.seq"),
          messages: eb.ref("excluded.messages"),
          read_on: eb.ref("excluded.read_on"),
        }))
        .whereRef("excluded.seq", ">", "private_read.seq"),
    )
    .returning("messages")
    .executeTakeFirst();
  if (!read) return;
  await settleUnread(scope, { senderId: otherId });
  scope.publish(
    "privateRead",
    { chatid: chat.id, readerid: scope.actor.id, otherid: otherId, seq, written: read.messages },
    roomsOfChat(scope, chat),
  );
}
