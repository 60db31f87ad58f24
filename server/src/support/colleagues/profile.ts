import type { AgentProfile } from "@parley/contract/agents";
import { limits } from "@parley/contract/limits";
import type { Scope } from "../../floor/database/scope.ts";
import { viewAgentRow } from "../../people/agents/rows.ts";
import { listActions } from "../actions/list.ts";
import { listHandled, meanRating } from "../tickets/handled.ts";

/** An agent with what they have done: newest tickets, bubbles, the mean of their ratings, newest actions. */
export async function viewAgentProfile(scope: Scope, { id }: { id: string }): Promise<AgentProfile> {
  const bubbles = await scope.db
    .selectFrom("bubble")
    .select(["id as bubbleid", "name", "content"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", id)
    .orderBy("name")
    .limit(limits.bubblesOfProfile)
    .execute();
  return {
    user: await viewAgentRow(scope, id),
    tickets: await listHandled(scope, id),
    bubbles,
    rating: await meanRating(scope, id),
    actions: await listActions(scope, { agentId: id }, { filter: "ALL" }),
  };
}
