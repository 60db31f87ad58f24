import type { PrivateChatAnswer, privateChatQuery } from "@parley/contract/private-chat";
import type { z } from "zod";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { groupBySection } from "../messages/sections.ts";
import { accessChat, type ChatRow, otherOf } from "./access.ts";
import { markRead } from "./read.ts";
import { viewPrivateMessages } from "./view.ts";

/** A slice of the agent's chat with a colleague: the newest, or those before a number. Opening it at its end marks it read. */
export async function openPrivateChat(
  scope: Scope<AgentActor>,
  colleagueId: string,
  { before, limit, tz, seen }: z.output<typeof privateChatQuery>,
): Promise<PrivateChatAnswer> {
  const chat = await accessChat(scope, colleagueId);
  const read = await readBy(scope, chat);
  const rows = await findSlice(scope, chat, Math.min(before ?? chat.last_seq + 1, chat.last_seq + 1), limit);
  const messages = await viewPrivateMessages(scope, chat, rows);
  if (seen === "true" && before === undefined && chat.last_seq > 0)
    await markRead(scope, chat, chat.last_seq);
  return {
    chatid: chat.id,
    sections: groupBySection(messages, tz ?? (await companyTimeZone(scope))),
    own_read: read.get(scope.actor.id) ?? 0,
    colleague_read: read.get(otherOf(chat, scope.actor.id)) ?? 0,
  };
}

async function findSlice(scope: Scope, chat: ChatRow, before: number, limit: number) {
  return scope.db
    .selectFrom("private_message")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("chat_id", "=", chat.id)
    .where("seq", "<", before)
    .where("seq", ">=", before - limit)
    .orderBy("seq")
    .execute();
}

async function readBy(scope: Scope, chat: ChatRow): Promise<Map<string, number>> {
  const rows = await scope.db
    .selectFrom("private_read")
    .select(["agent_id", "seq"])
    .where("company_id", "=", scope.companyId)
    .where("chat_id", "=", chat.id)
    .execute();
  return new Map(rows.map(({ agent_id, seq }) => [agent_id, seq]));
}
