import type { Bubble } from "@parley/contract/bubbles";
import { limits } from "@parley/contract/limits";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";

/** The agent's own bubbles, by name. */
export function listBubbles(scope: Scope<AgentActor>): Promise<Bubble[]> {
  return scope.db
    .selectFrom("bubble")
    .select(["id as bubbleid", "name", "content"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .orderBy("name")
    .orderBy("id")
    .limit(limits.bubblesPerAgent)
    .execute();
}

export async function countBubbles(scope: Scope<AgentActor>): Promise<number> {
  const { count } = await scope.db
    .selectFrom("bubble")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
