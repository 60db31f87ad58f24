import type { OwnSession } from "@parley/contract/sessions";
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Context } from "../../floor/context.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { readDevice } from "./device.ts";
import { endSessions } from "./session.ts";

/** The browsers in which the agent is signed in: this one first, then by last use. */
export async function listSessions(scope: Scope<AgentActor>, current: Buffer): Promise<OwnSession[]> {
  const rows = await scope.db
    .selectFrom("session")
    .select(["id", "token_hash", "user_agent", "address", "created_on", "last_used_on"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("expires_on", ">", scope.now)
    .orderBy((eb) => eb("token_hash", "=", current), "desc")
    .orderBy("last_used_on", "desc")
    .orderBy("id")
    .limit(signInLimits.sessionsListed)
    .execute();
  return rows.map((row) => ({
    sessionid: row.id,
    ...readDevice(row.user_agent),
    address: row.address,
    created_on: row.created_on.toISOString(),
    last_used_on: row.last_used_on.toISOString(),
    current: row.token_hash.equals(current),
  }));
}

/** Ends one of the agent's own sessions; 404 for any other. */
export async function endOneSession(
  context: Pick<Context, "live">,
  scope: Scope<AgentActor>,
  id: string,
): Promise<void> {
  const own = await scope.db
    .selectFrom("session")
    .select("token_hash")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!own) throw notFound();
  await endSessions(context, scope, { tokenHash: own.token_hash });
}
