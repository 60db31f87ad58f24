/** An agent's own saved answers. Other agents do not see them. */
import type { Bubble, saveBubble } from "@parley/contract/bubbles";
import { limits } from "@parley/contract/limits";
import { reasonOf } from "@parley/contract/reasons";
import type { z } from "zod";
import { rooms } from "../../floor/actors/rooms.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { conflict, notFound } from "../../floor/errors/errors.ts";
import { countBubbles } from "./queries.ts";

type Words = z.output<typeof saveBubble>;

export async function createBubble(scope: Scope<AgentActor>, { name, content }: Words): Promise<Bubble> {
  await checkRoom(scope);
  const bubble = await scope.db
    .insertInto("bubble")
    .values({
      company_id: scope.companyId,
      agent_id: scope.actor.id,
      name,
      content,
      created_on: scope.now,
      updated_on: scope.now,
    })
    .returning(["id as bubbleid", "name", "content"])
    .executeTakeFirstOrThrow();
  scope.publish("newBubble", bubble, ownTabs(scope));
  return bubble;
}

export async function editBubble(
  scope: Scope<AgentActor>,
  id: string,
  { name, content }: Words,
): Promise<Bubble> {
  const bubble = await scope.db
    .updateTable("bubble")
    .set({ name, content, updated_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("id", "=", id)
    .returning(["id as bubbleid", "name", "content"])
    .executeTakeFirst();
  if (!bubble) throw notFound();
  scope.publish("updateBubble", bubble, ownTabs(scope));
  return bubble;
}

export async function deleteBubble(scope: Scope<AgentActor>, id: string): Promise<Record<string, never>> {
  const gone = await scope.db
    .deleteFrom("bubble")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw notFound();
  scope.publish("deleteBubble", { bubbleid: gone.id }, ownTabs(scope));
  return {};
}

const ownTabs = (scope: Scope<AgentActor>) => [rooms.agent(scope.companyId, scope.actor.id)];

async function checkRoom(scope: Scope<AgentActor>) {
  // The agent's own row is the lock: two at once cannot both be the last that fits.
  await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if ((await countBubbles(scope)) < limits.bubblesPerAgent) return;
  throw conflict("conflict", reasonOf("bubbles_full", { max: limits.bubblesPerAgent }));
}
