/** Leads a company that registered itself through its first steps until its administrator ends or skips them. */
import type { FirstSteps } from "@parley/contract/registration";
import { sql } from "kysely";
import type { Config } from "../../floor/config/config.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";

export async function viewFirstSteps(scope: Scope<AgentActor>, config: Config): Promise<FirstSteps> {
  const { set_up_on } = await scope.db
    .selectFrom("company")
    .select("set_up_on")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return {
    open: set_up_on === null && !(await isAtWork(scope)),
    phoneUrl: config.demo ? phoneUrl(scope, config) : null,
  };
}

/** True if the steps are done: there are colleagues, an account, and an answered ticket. */
async function isAtWork({ db, companyId }: Scope): Promise<boolean> {
  const { rows } = await sql<{ at_work: boolean }>`
    select (select count(*) from (select from agent where company_id = ${companyId} limit 2) agents) = 2
      and exists (select from channel where company_id = ${companyId})
      and exists (select from ticket where company_id = ${companyId} and accepted_on is not null) as at_work
  `.execute(db);
  return rows[0]?.at_work ?? false;
}

const phoneUrl = ({ platforms }: Scope, config: Config) =>
  platforms.all.map((one) => one.phoneUrl(config)).find((url) => url !== null) ?? null;

/** Records the first call only. */
export async function endFirstSteps(scope: Scope<AgentActor>): Promise<void> {
  await scope.db
    .updateTable("company")
    .set({ set_up_on: scope.now })
    .where("company_id", "=", scope.companyId)
    .where("set_up_on", "is", null)
    .execute();
}
