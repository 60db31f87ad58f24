/** A colleague who leaves or returns changes who answers for their texts: the open screens learn so at once. */
import { limits } from "@parley/contract/limits";
import { audienceOf, rooms } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { viewAllOutgoing } from "./view.ts";

export const outgoingLive = inTransaction(
  ["agent_disable", "agent_enable"],
  async (scope, { subject: agentId }) => {
    const views = await viewAllOutgoing(scope, await outgoingOf(scope, agentId));
    const departments = await departmentsOf(scope, [
      ...new Set(views.flatMap(({ ticketid }) => ticketid ?? [])),
    ]);
    const { companyId } = scope;
    for (const view of views) {
      const department = view.ticketid && departments.get(view.ticketid);
      const audience =
        view.ticketid && department
          ? audienceOf(companyId, department, view.ticketid)
          : [rooms.agent(companyId, agentId), rooms.admins(companyId)];
      scope.publish("updateOutgoing", view, audience);
    }
  },
);

const outgoingOf = ({ db, companyId }: Scope, agentId: string) =>
  db
    .selectFrom("outgoing")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("agent_id", "=", agentId)
    .where("dropped_on", "is", null)
    .limit(limits.outgoingPerAgent)
    .execute();

async function departmentsOf({ db, companyId }: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("ticket")
    .select(["id", "department_id"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute();
  return new Map(found.map(({ id, department_id }) => [id, department_id]));
}
