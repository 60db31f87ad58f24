/** A company that registered itself is led through its first steps until its admin is through with them, or skips them. */
import type { FirstSteps } from "@parley/contract/registration";
import { channelModules } from "../channels/modules/registry.ts";
import type { Config } from "../config.ts";
import type { AgentActor, Scope } from "../database/scope.ts";

export async function viewFirstSteps(scope: Scope<AgentActor>, config: Config): Promise<FirstSteps> {
  const { set_up_on } = await scope.db
    .selectFrom("company")
    .select("set_up_on")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return { open: set_up_on === null, phoneUrl: config.demo ? phoneUrl(config) : null };
}

const phoneUrl = (config: Config) =>
  channelModules()
    .map((module) => module.phoneUrl(config))
    .find((url) => url !== null) ?? null;

/** Records the first time. */
export async function endFirstSteps(scope: Scope<AgentActor>): Promise<void> {
  await scope.db
    .updateTable("company")
    .set({ set_up_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("set_up_on", "is", null)
    .execute();
}
