/** The order of views, which each agent has of their own. */
import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";

/** Keys of views that are gone stay in it and are passed over. */
export async function orderViews(scope: Scope<AgentActor>, keys: string[]): Promise<void> {
  const { companyId, actor } = scope;
  await scope.db
    .insertInto("view_order")
    .values({ company_id: companyId, agent_id: actor.id, keys })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id"]).doUpdateSet({ keys }))
    .execute();
  scope.publish("viewsChanged", {}, [rooms.agent(companyId, actor.id)]);
}
