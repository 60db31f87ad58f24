/** The only access from an administrator to an agent of their company. */
import type { Selectable } from "kysely";
import type { AgentTable } from "../../floor/database/schema.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { hasId } from "../../floor/database/short-id.ts";
import { conflict, forbidden, notFound } from "../../floor/errors/errors.ts";

type AgentRecord = Selectable<AgentTable>;

/** An agent by full id or its first 8 characters. 404 for an unknown one or another company's. */
export async function accessAgent(scope: Scope, id: string): Promise<AgentRecord> {
  const meant = hasId(id);
  if (!meant) throw notFound();
  const query = scope.db
    .selectFrom("agent")
    .selectAll()
    .where("company_id", "=", scope.companyId)
    .where(meant)
    .limit(2);
  const [agent, other] = await query.execute();
  if (!agent) throw notFound();
  if (other) throw conflict("ambiguous_id", "agent_ambiguous");
  return agent;
}

/**
 * An agent to be changed by an administrator. Locks the company's agents, so that changes are serialised: the caller is
 * still an administrator, and the last administrator stays.
 */
export async function accessAgentToChange(scope: Scope<AgentActor>, id: string): Promise<AgentRecord> {
  await scope.db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", scope.companyId)
    .forUpdate()
    .execute();
  const asking = await accessAgent(scope, scope.actor.id);
  if (asking.role !== "admin" || asking.disabled_on) throw forbidden();
  return accessAgent(scope, id);
}

/** Locks the agent's row until the commit. */
export async function lockAgent(scope: Scope, id: string): Promise<void> {
  await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .execute();
}

/**
 * Throws 409 when the company would be left without an active administrator. Requires the lock of
 * `accessAgentToChange`.
 */
export async function checkNotLastAdmin(scope: Scope, leaving: AgentRecord): Promise<void> {
  const other = await scope.db
    .selectFrom("agent")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("role", "=", "admin")
    .where("disabled_on", "is", null)
    .where("id", "!=", leaving.id)
    .limit(1)
    .executeTakeFirst();
  if (!other && leaving.role === "admin" && !leaving.disabled_on) throw conflict("last_admin", "last_admin");
}
