/** Access to a private chat, by the colleague: only for its two agents, whatever the role of others. */
import type { Selectable } from "kysely";
import type { PrivateChatTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";

export type ChatRow = Selectable<PrivateChatTable>;

/** The two agents of a chat in the order of the table: the lower id first, as PostgreSQL compares. */
const pairOf = (a: string, b: string) => (a < b ? { one_id: a, other_id: b } : { one_id: b, other_id: a });

/** Throws 404 for oneself, another company's agent, a disabled or unknown one. */
export async function accessColleague(scope: Scope<AgentActor>, id: string): Promise<{ id: string }> {
  const colleague = await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("disabled_on", "is", null)
    .executeTakeFirst();
  if (!colleague || colleague.id === scope.actor.id) throw notFound();
  return colleague;
}

/** The chat of the agent and a colleague, made if they never had one. */
export async function accessChat(
  scope: Scope<AgentActor>,
  colleagueId: string,
  { lock = false } = {},
): Promise<ChatRow> {
  const colleague = await accessColleague(scope, colleagueId);
  const known = await findChat(scope, colleague.id, { lock });
  if (known) return known;
  await scope.db
    .insertInto("private_chat")
    .values({ company_id: scope.companyId, ...pairOf(scope.actor.id, colleague.id), created_on: scope.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findChat(scope, colleague.id, { lock });
  if (!made) throw new Error("A private chat that was just made is not there");
  return made;
}

/** Locks the chat for the rest of the unit of work. Appending requires this lock, so numbers are dense. */
function findChat(scope: Scope<AgentActor>, colleagueId: string, { lock }: { lock: boolean }) {
  const { one_id, other_id } = pairOf(scope.actor.id, colleagueId);
  const query = scope.db
    .selectFrom("private_chat")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("one_id", "=", one_id)
    .where("other_id", "=", other_id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Access for a file of a private chat: 404 to everyone but its two agents. */
export async function accessChatById(scope: Scope<AgentActor>, chatId: string): Promise<ChatRow> {
  const chat = await scope.db
    .selectFrom("private_chat")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where("id", "=", chatId)
    .where((eb) => eb.or([eb("one_id", "=", scope.actor.id), eb("other_id", "=", scope.actor.id)]))
    .executeTakeFirst();
  if (!chat) throw notFound();
  return chat;
}

export const otherOf = (chat: Pick<ChatRow, "one_id" | "other_id">, agentId: string) =>
  chat.one_id === agentId ? chat.other_id : chat.one_id;
