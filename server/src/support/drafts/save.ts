import type { DraftChange, DraftMail, saveDraft as saveBody } from "@parley/contract/drafts";
import type { z } from "zod";
import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { accessTicket } from "../ticket/access.ts";

/** Stores an agent's unsent text for their other devices; the last save wins. */
export async function saveDraft(
  scope: Scope<AgentActor>,
  { ticketid, content, mail, tab }: z.output<typeof saveBody>,
): Promise<DraftChange> {
  const { id } = await accessTicket(scope, ticketid, "see");
  if (content || mail) await keep(scope, id, content, mail);
  else await remove(scope, id);
  const change = {
    ticketid: id,
    content,
    ...(mail && { mail }),
    updated_on: scope.now.toISOString(),
    ...(tab && { tab }),
  };
  scope.publish("updateDraft", change, [rooms.agent(scope.companyId, scope.actor.id)]);
  return change;
}

async function keep(
  scope: Scope<AgentActor>,
  ticketId: string,
  content: string,
  mail: DraftMail | undefined,
) {
  const written = { content, mail: mail ?? null, updated_on: scope.now };
  await scope.db
    .insertInto("draft")
    .values({ company_id: scope.companyId, agent_id: scope.actor.id, ticket_id: ticketId, ...written })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id", "ticket_id"]).doUpdateSet(written))
    .execute();
}

async function remove(scope: Scope<AgentActor>, ticketId: string) {
  await scope.db
    .deleteFrom("draft")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("ticket_id", "=", ticketId)
    .execute();
}
