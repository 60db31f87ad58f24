import type { PrivateMessage } from "@parley/contract/private-chat";
import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";
import { schedulePrivateNotice } from "../notifications/unread.ts";
import { type ChatRow, otherOf } from "./access.ts";
import { type PrivateMessageRow, viewPrivateMessage } from "./view.ts";

const idInUse = () => conflict("conflict", "message_id_taken");

/** The existing message of an id, when the agent repeats a send in this chat. Any other use of the id is refused. */
export async function findPrivateRepeat(
  scope: Scope<AgentActor>,
  chat: ChatRow,
  messageId: string | undefined,
): Promise<PrivateMessage | undefined> {
  if (!messageId) return undefined;
  const known = await scope.db
    .selectFrom("private_message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!known) return undefined;
  if (known.chat_id !== chat.id || known.sender_id !== scope.actor.id) throw idInUse();
  return viewPrivateMessage(scope, chat, known);
}

type Draft = Pick<PrivateMessageRow, "type" | "content"> & { id?: string | undefined; file_id?: string };

/** Appends the agent's message to the locked chat, and publishes it to both. */
export async function appendPrivate(
  scope: Scope<AgentActor>,
  chat: ChatRow,
  { id, ...draft }: Draft,
): Promise<PrivateMessage> {
  const isOne = chat.one_id === scope.actor.id;
  const sender_no = (isOne ? chat.one_messages : chat.other_messages) + 1;
  const seq = chat.last_seq + 1;
  const created_on =
    chat.last_message_on && chat.last_message_on > scope.now ? chat.last_message_on : scope.now;
  const row = await scope.db
    .insertInto("private_message")
    .values({
      ...draft,
      company_id: scope.companyId,
      chat_id: chat.id,
      seq,
      sender_no,
      id: id ?? crypto.randomUUID(),
      sender_id: scope.actor.id,
      created_on,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Within this chat the lock rules a repeat out, so another chat took the id a moment ago.
  if (!row) throw idInUse();
  await scope.db
    .updateTable("private_chat")
    .set({
      last_seq: seq,
      last_message_on: created_on,
      ...(isOne ? { one_messages: sender_no } : { other_messages: sender_no }),
    })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", chat.id)
    .execute();
  const readerId = otherOf(chat, scope.actor.id);
  await schedulePrivateNotice(scope, { chatId: chat.id, readerId, writtenOn: scope.now });
  const message = await viewPrivateMessage(scope, chat, row);
  scope.publish("newPrivateMessage", message, roomsOfChat(scope, chat));
  return message;
}

export const roomsOfChat = (scope: Scope, chat: Pick<ChatRow, "one_id" | "other_id">) => [
  rooms.agent(scope.companyId, chat.one_id),
  rooms.agent(scope.companyId, chat.other_id),
];
