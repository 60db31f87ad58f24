/** Records each attempt to sign in to an existing account, for its agent to review. */
import { limits } from "@parley/contract/limits";
import type { SignInEntry } from "@parley/contract/sessions";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, acrossCompanies, type Scope } from "../../floor/database/scope.ts";
import type { Source } from "./attempts.ts";
import { readDevice } from "./device.ts";
import { countStrangerFailure } from "./warn-owner.ts";

type Refused = { id: string | null; outcome: "wrong_password" | "disabled" };
type From = { userAgent: string; address: string };

export async function recordSignIn(
  scope: Scope,
  agentId: string,
  outcome: SignInEntry["outcome"],
  from: From,
): Promise<void> {
  await scope.db
    .insertInto("sign_in")
    .values({
      company_id: scope.companyId,
      agent_id: agentId,
      time: scope.now,
      outcome,
      address: from.address,
      user_agent: shorten(from.userAgent),
    })
    .execute();
}

/**
 * Runs the same statements for an unknown address, so that timing reveals nothing. Of several accounts with the
 * address it is the confirmed one's, else the oldest one's. Returns the account and the outcome recorded.
 */
export async function recordRefusal(
  context: Context,
  email: string,
  from: From,
  source: Source,
): Promise<Refused> {
  const now = context.clock();
  return acrossCompanies(context, async (db) => {
    // A commit only waits for the disk when something was written: this writes, for any address.
    if (!source.own) await countStrangerFailure(context, db, email, from);
    const { rows } = await sql<Refused>`
      insert into sign_in (company_id, agent_id, time, outcome, address, user_agent)
      select company_id, id, ${now}, case when disabled_on is null then 'wrong_password' else 'disabled' end,
        ${from.address}, ${shorten(from.userAgent)}
      from agent where lower(email) = ${email.trim().toLowerCase()}
      order by email_confirmed_on is null, created_on, company_id limit 1
      returning agent_id as id, outcome`.execute(db);
    return rows[0] ?? { id: null, outcome: "wrong_password" };
  });
}

/** A page of the agent's own entries, newest first. */
export async function listSignIns(
  scope: Scope<AgentActor>,
  before: number | undefined,
): Promise<SignInEntry[]> {
  let query = scope.db
    .selectFrom("sign_in")
    .select(["id", "time", "outcome", "address", "user_agent"])
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", scope.actor.id)
    .orderBy("id", "desc")
    .limit(limits.signInsPage);
  if (before) query = query.where("id", "<", before);
  const rows = await query.execute();
  return rows.map(({ id, time, outcome, address, user_agent }) => ({
    id: Number(id),
    time: time.toISOString(),
    outcome: outcome as SignInEntry["outcome"],
    address,
    ...readDevice(user_agent),
  }));
}

const shorten = (userAgent: string) => userAgent.slice(0, 400);
