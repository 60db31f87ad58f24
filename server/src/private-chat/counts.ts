import type { PrivateChatCounts } from "@parley/contract/private-chat";
import { sql } from "kysely";
import type { AgentActor, Scope } from "../database/scope.ts";
import { otherOf } from "./access.ts";

/** As many colleagues as anyone keeps up with; the most recent ones. */
const most = 500;

/** The agent's chats with messages, newest first, with the unread count of each. One statement. */
export async function listPrivateChatCounts(scope: Scope<AgentActor>): Promise<PrivateChatCounts[]> {
  const { id } = scope.actor;
  const chats = await scope.db
    .selectFrom("private_chat")
    .leftJoin("private_read", (join) =>
      join
        .onRef("private_read.company_id", "=", "private_chat.company_id")
        .onRef("private_read.chat_id", "=", "private_chat.id")
        .on("private_read.agent_id", "=", id),
    )
    .innerJoin("agent", (join) =>
      join
        .onRef("agent.company_id", "=", "private_chat.company_id")
        .on("agent.id", "=", sql<string>`case when one_id = ${id} then other_id else one_id end`),
    )
    .select(["private_chat.id", "one_id", "other_id", "last_message_on", "private_read.messages as read"])
    .select(sql<number>`case when one_id = ${id} then other_messages else one_messages end`.as("written"))
    .where("private_chat.company_id", "=", scope.companyId)
    .where((eb) => eb.or([eb("one_id", "=", id), eb("other_id", "=", id)]))
    .where("last_message_on", "is not", null)
    .where("agent.disabled_on", "is", null)
    .orderBy("last_message_on", "desc")
    .orderBy("private_chat.id")
    .limit(most)
    .execute();
  return chats.map(({ last_message_on, written, read, ...chat }) => ({
    chatid: chat.id,
    userid: otherOf(chat, id),
    written,
    read: read ?? 0,
    unread: written - (read ?? 0),
    last_message_on: last_message_on?.toISOString() ?? "",
  }));
}
