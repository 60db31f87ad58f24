/** Shapes a private message for the wire: with its sender's name and its file. */
import type { PrivateMessage } from "@parley/contract/private-chat";
import type { Selectable } from "kysely";
import { filesById, viewFile } from "../../files/view.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { PrivateMessageTable } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { type ChatRow, otherOf } from "./access.ts";

export type PrivateMessageRow = Selectable<PrivateMessageTable>;

/** The view takes at most two statements, however many messages. Order is kept. */
export async function viewPrivateMessages(
  scope: Scope,
  chat: ChatRow,
  rows: PrivateMessageRow[],
): Promise<PrivateMessage[]> {
  if (rows.length === 0) return [];
  const fileIds = rows.map((row) => row.file_id).filter((id) => id !== null);
  const files = fileIds.length > 0 ? await filesById(scope, fileIds) : new Map();
  const names = await namesOf(scope, chat);
  return rows.map((row) => ({
    messageid: row.id,
    chatid: row.chat_id,
    seq: row.seq,
    sender_no: row.sender_no,
    created_on: row.created_on.toISOString(),
    senderid: row.sender_id,
    sender_name: names.get(row.sender_id) ?? "",
    receiverid: otherOf(chat, row.sender_id),
    type: row.type,
    content: row.content,
    ...viewFile(scope, row.type, row.file_id ? files.get(row.file_id) : undefined),
  }));
}

export async function viewPrivateMessage(
  scope: Scope,
  chat: ChatRow,
  row: PrivateMessageRow,
): Promise<PrivateMessage> {
  const [view] = await viewPrivateMessages(scope, chat, [row]);
  if (!view) throw new Error("A private message went missing between its row and its view");
  return view;
}

async function namesOf(scope: Scope, { one_id, other_id }: ChatRow): Promise<Map<string, string>> {
  const agents = await scope.db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name"])
    .where("company_id", "=", scope.companyId)
    .where("id", "in", [one_id, other_id])
    .execute();
  return new Map(agents.map((agent) => [agent.id, agentName(agent)]));
}
