import type { Draft } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import type { AgentActor, Scope } from "../database/scope.ts";

/** The agent's own in tickets they may see, the last written first. */
export async function listDrafts(scope: Scope<AgentActor>): Promise<Draft[]> {
  const { id, departments } = scope.actor;
  const rows = await scope.db
    .selectFrom("draft")
    .innerJoin("ticket", (join) =>
      join.onRef("ticket.company_id", "=", "draft.company_id").onRef("ticket.id", "=", "draft.ticket_id"),
    )
    .select(["draft.ticket_id as ticketid", "draft.content", "draft.mail", "draft.updated_on"])
    .where("draft.company_id", "=", scope.companyId)
    .where("draft.agent_id", "=", id)
    .$if(departments !== "all", (own) => own.where("ticket.department_id", "in", [...departments]))
    .orderBy("draft.updated_on", "desc")
    .limit(limits.draftsListed)
    .execute();
  return rows.map(({ ticketid, content, mail, updated_on }) => ({
    ticketid,
    content,
    updated_on: updated_on.toISOString(),
    ...(mail !== null && { mail }),
  }));
}
