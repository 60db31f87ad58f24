import type { PrivateChatCounts } from "@parley/contract/private-chat";
import { sql } from "kysely";
import { byPlace, type Finder, lookUp } from "../../floor/database/batch.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { otherOf } from "./access.ts";

/** A row as `shown_private_chats` returns it. */
type ChatRow = {
  id: string;
  one_id: string;
  other_id: string;
  last_message_on: Date | null;
  read: number | null;
  written: number;
};

/** An agent does not keep up with more colleagues; the most recent ones are listed. */
const most = 500;

/** The agent's chats with messages, newest first, with the unread count of each. */
export async function listPrivateChatCounts(scope: Scope<AgentActor>): Promise<PrivateChatCounts[]> {
  const { id } = scope.actor;
  const chats = await lookUp(scope, chatsOfAgents, id);
  return chats.map(({ last_message_on, written, read, ...chat }) => ({
    chatid: chat.id,
    userid: otherOf(chat, id),
    written,
    read: read ?? 0,
    unread: written - (read ?? 0),
    last_message_on: last_message_on?.toISOString() ?? "",
  }));
}

const chatsOfAgents: Finder<string, ChatRow[]> = async ({ db, companyId }, agents) => {
  const { rows } = await sql<ChatRow & { place: number }>`select asked.place, c.*
    from unnest(${agents}::uuid[]) with ordinality asked (agent_id, place)
    cross join lateral shown_private_chats(${companyId}, asked.agent_id, ${most}) c`.execute(db);
  return byPlace(agents, rows);
};
