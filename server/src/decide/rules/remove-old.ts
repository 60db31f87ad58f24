import { ruleLimits } from "@parley/contract/rule-words";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";

const removedPerStep = 5_000;

/** Outcomes of rules are kept for 30 days. */
export async function removeOldJudgements(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - ruleLimits.kept);
  for (const table of ["rule_judgement", "rule_run"]) {
    const step = () =>
      acrossCompanies(context, async (db) => {
        const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where time <= ${old} limit ${removedPerStep}))`.execute(db);
        return Number(numAffectedRows);
      });
    while ((await step()) === removedPerStep);
  }
}
