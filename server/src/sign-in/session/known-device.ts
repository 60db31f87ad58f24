/**
 * A token that a browser keeps once an agent has signed in there. It grants no access: its tries are counted separately
 * from strangers', so that no stranger can lock the agent out. One browser may be known to several agents.
 */
import { signInLimits } from "@parley/contract/sign-in-limits";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type Scope } from "../../floor/database/scope.ts";
import { hashOf, newToken } from "./session.ts";

export type Device = {
  /** The browser's present token while some account knows it, else a new one. */
  token: string;
  /** The accounts that know it. */
  accounts: { id: string; email: string }[];
};

const tokenPattern = /^[\w-]{43}$/;

/** Runs the same statement for any typed address. */
export async function findDevice(context: Context, held: string | undefined): Promise<Device> {
  if (!held || !tokenPattern.test(held)) return { token: newToken(), accounts: [] };
  const accounts = await acrossCompanies(context, (db) =>
    db
      .selectFrom("known_device")
      .innerJoin("agent", (join) =>
        join
          .onRef("agent.company_id", "=", "known_device.company_id")
          .onRef("agent.id", "=", "known_device.agent_id"),
      )
      .select(["agent.id", "agent.email"])
      .where("token_hash", "=", hashOf(held))
      .where("expires_on", ">", context.clock())
      .execute(),
  );
  return { token: accounts.length > 0 ? held : newToken(), accounts };
}

/** Remembers the device from now on, or for longer. The agent's least recently used devices are removed. */
export async function rememberDevice(scope: Scope, agentId: string, { token }: Device): Promise<void> {
  const used = {
    last_used_on: scope.now,
    expires_on: new Date(scope.now.getTime() + signInLimits.deviceKnown),
  };
  await scope.db
    .insertInto("known_device")
    .values({ company_id: scope.companyId, agent_id: agentId, token_hash: hashOf(token), ...used })
    .onConflict((on) => on.columns(["company_id", "agent_id", "token_hash"]).doUpdateSet(used))
    .execute();
  await scope.db
    .deleteFrom("known_device")
    .where("company_id", "=", scope.companyId)
    .where("agent_id", "=", agentId)
    .where("token_hash", "not in", (query) =>
      query
        .selectFrom("known_device")
        .select("token_hash")
        .where("company_id", "=", scope.companyId)
        .where("agent_id", "=", agentId)
        .orderBy("last_used_on", "desc")
        .limit(signInLimits.devicesKnown),
    )
    .execute();
}
