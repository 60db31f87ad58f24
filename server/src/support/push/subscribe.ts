/**
 * Subscriptions of browsers. A browser is reached at an endpoint, which belongs to one agent at a time and is used only
 * while that agent is signed in there: the row names the browser's session, and the session's end clears that name.
 */
import { ECDH } from "node:crypto";
import { limits } from "@parley/contract/limits";
import type { PushSubscriptionJson } from "@parley/contract/push";
import { sql } from "kysely";
import { mayBePublic } from "../../files/fetching/public-address.ts";
import type { SessionCaller } from "../../floor/actors/caller.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Context } from "../../floor/context.ts";
import {
  type AgentActor,
  acrossCompanies,
  checkRights,
  inCompany,
  type Scope,
} from "../../floor/database/scope.ts";
import { invalid, textReason } from "../../floor/errors/errors.ts";
import { publishAgentRow } from "../../people/agents/publish.ts";

/** Subscribes this browser for the agent, instead of any previous agent. */
export async function subscribe(
  context: Context,
  caller: SessionCaller,
  subscription: PushSubscriptionJson,
): Promise<void> {
  checkSubscribed(context.config, subscription);
  await checkRights(context, caller);
  await removeFromOthers(context, caller, subscription.endpoint);
  await inCompany(context, caller, async (scope) => {
    const { endpoint, keys } = subscription;
    const reached = { ...keys, session_hash: caller.tokenHash, off_on: null };
    await scope.db
      .insertInto("push_subscription")
      .values({
        company_id: scope.companyId,
        agent_id: caller.id,
        endpoint,
        created_on: scope.now,
        ...reached,
      })
      .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(reached))
      .execute();
    await forgetOldest(scope);
    await updatePushOn(scope, caller.id);
  });
}

/**
 * Checks the subscription of a browser that starts the console. Its owner's choice holds in the new session; for
 * another agent the answer is off, and nothing for its owner is sent there meanwhile.
 */
export async function checkSubscription(
  context: Context,
  caller: SessionCaller,
  subscription: PushSubscriptionJson,
): Promise<boolean> {
  checkSubscribed(context.config, subscription);
  const { endpoint, keys } = subscription;
  await checkRights(context, caller);
  await acrossCompanies(context, (db) =>
    db
      .updateTable("push_subscription")
      .set({ session_hash: null })
      .where("endpoint", "=", endpoint)
      .where("agent_id", "!=", caller.id)
      .execute(),
  );
  const own = await inCompany(context, caller, ({ db, companyId }) =>
    db
      .updateTable("push_subscription")
      .set({ session_hash: caller.tokenHash, ...keys })
      .where("company_id", "=", companyId)
      .where("agent_id", "=", caller.id)
      .where("endpoint", "=", endpoint)
      .returning("off_on")
      .executeTakeFirst(),
  );
  return own !== undefined && own.off_on === null;
}

/** Turns push on or off in this session's browser. Returns whether it is on. */
export async function switchPush(
  scope: Scope<AgentActor>,
  sessionHash: Buffer,
  on: boolean,
): Promise<boolean> {
  const switched = await scope.db
    .updateTable("push_subscription")
    .set({ off_on: on ? null : scope.now })
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("session_hash", "=", sessionHash)
    .returning("id")
    .execute();
  await updatePushOn(scope, scope.actor.id);
  return on && switched.length > 0;
}

/** Removes a subscription that the push service no longer knows. */
export async function removeSubscription(scope: Scope, { id, agentId }: { id: string; agentId: string }) {
  await scope.db
    .deleteFrom("push_subscription")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
  await updatePushOn(scope, agentId);
}

function checkSubscribed({ pushOrigins }: Config, { endpoint, keys }: PushSubscriptionJson): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const ours = url !== null && pushOrigins.includes(url.origin);
  if (!url || url.username || url.password || !(ours || (url.protocol === "https:" && mayBePublic(url))))
    throw invalid(textReason("endpoint: must be a public https address"));
  try {
    ECDH.convertKey(keys.p256dh, "prime256v1", "base64url");
  } catch (cause) {
    throw Object.assign(invalid(textReason("keys.p256dh: is no point on the curve")), { cause });
  }
}

async function removeFromOthers(context: Context, caller: SessionCaller, endpoint: string): Promise<void> {
  const removed = await acrossCompanies(context, (db) =>
    db
      .deleteFrom("push_subscription")
      .where("endpoint", "=", endpoint)
      .where("agent_id", "!=", caller.id)
      .returning(["company_id", "agent_id"])
      .execute(),
  );
  for (const { company_id: companyId, agent_id } of removed)
    await inCompany(context, { kind: "desk", companyId }, (scope) => updatePushOn(scope, agent_id));
}

/** Removes the oldest: push services do not always report a lost browser. */
async function forgetOldest(scope: Scope<AgentActor>): Promise<void> {
  const own = scope.db
    .selectFrom("push_subscription")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .orderBy(sql`session_hash is null`)
    .orderBy("created_on", "desc")
    .offset(limits.pushBrowsers);
  await scope.db
    .deleteFrom("push_subscription")
    .where("company_id", "=", scope.companyId)
    .where("id", "in", own)
    .execute();
}

async function updatePushOn(scope: Scope, agentId: string): Promise<void> {
  const isOn = sql<boolean>`exists (select from push_subscription s
    where s.company_id = agent.company_id and s.agent_id = agent.id and s.off_on is null)`;
  const { numUpdatedRows } = await scope.db
    .updateTable("agent")
    .set({ push_on: sql`case when ${isOn} then coalesce(push_on, ${scope.now}::timestamptz) end` })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", agentId)
    .where(sql<boolean>`(push_on is not null) <> ${isOn}`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await publishAgentRow(scope, agentId);
}
