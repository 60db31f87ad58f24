import type { ChangingActor } from "../../floor/actors/actor.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MentionIds } from "./mentions.ts";

/**
 * Enqueues a notice for each agent whom a note mentions by name or department. Its writer gets none, nor do those whom
 * it mentioned before, whatever an edit adds.
 */
export async function scheduleMentionNotices(
  scope: Scope<ChangingActor>,
  noteId: string,
  known: MentionIds[],
  added: MentionIds[],
): Promise<void> {
  const notified = new Set([scope.actor.id, ...(await agentsAmong(scope, known))]);
  for (const agentId of await agentsAmong(scope, added)) {
    if (notified.has(agentId)) continue;
    await scope.enqueue(
      "notice_mention",
      { noteId, agentId },
      { key: mentionKey(noteId, agentId), tries: 5 },
    );
  }
}

/** The key of the job that adds the line. */
export const mentionKey = (noteId: string, agentId: string): string => `mention:${noteId}:${agentId}`;

async function agentsAmong(scope: Scope, mentions: MentionIds[]): Promise<string[]> {
  if (mentions.length === 0) return [];
  const agents = mentions.flatMap(({ agent_id }) => agent_id ?? []);
  const departments = mentions.flatMap(({ department_id }) => department_id ?? []);
  const rows = await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("disabled_on", "is", null)
    .where((eb) =>
      eb.or([
        eb("id", "=", eb.fn.any(eb.val(agents))),
        eb(
          "id",
          "in",
          eb
            .selectFrom("agent_sight")
            .select("agent_sight.agent_id")
            .where("agent_sight.company_id", "=", scope.companyId)
            .where("agent_sight.department_id", "=", eb.fn.any(eb.val(departments))),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
