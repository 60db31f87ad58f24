/** Dates the open tickets of a company anew, once its policies or its hours have changed. The row says what is left. */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { inTransaction } from "../../floor/ledger/subscribers.ts";
import { choosePolicies } from "./choose.ts";
import { publishTickets } from "./live.ts";

/** The tickets that one transaction locks and dates, and the companies of one sweep. */
const perStep = 50;
const mostCompanies = 20;
/** Milliseconds in which one run begins further tickets, and until a company that failed is tried again. */
const longestRun = 2_000;
const retryAfter = 60_000;
const first = "00000000-0000-0000-0000-000000000000";

/** A company without policies has nothing to date, unless one was deleted. */
export async function askToRedate({ db, companyId, now }: Scope): Promise<void> {
  await sql`insert into goal_redate (company_id, version, after, due_on)
    select ${companyId}::uuid, 1, ${first}::uuid, ${now}
    where exists (select from goal_policy where company_id = ${companyId})
    on conflict (company_id) do update set version = goal_redate.version + 1, after = excluded.after,
      due_on = excluded.due_on`.execute(db);
}

const kinds = [
  ...(["company_hours", "department_hours", "organisation_field", "organisation_delete"] as const),
  ...(["tag_delete", "tag_merge", "field_delete"] as const),
] as const;

export const redateOnChange = inTransaction(kinds, askToRedate);

export async function sweepRedates(context: Context): Promise<void> {
  const begun = performance.now();
  const now = context.clock();
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("goal_redate")
      .select("company_id as companyId")
      .where("due_on", "<=", now)
      .orderBy("due_on")
      .limit(mostCompanies)
      .execute(),
  );
  for (const { companyId } of due) {
    const inside = <Answer>(work: (scope: Scope<DeskActor>) => Promise<Answer>) =>
      inCompany(context, { kind: "desk", companyId }, work);
    try {
      while (await inside(redateSome)) if (performance.now() - begun > longestRun) return;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, company: companyId }, "Tickets could not be dated anew");
      await inside(({ db }) =>
        sql`update goal_redate set due_on = ${new Date(now.getTime() + retryAfter)}
          where company_id = ${companyId}`.execute(db),
      );
    }
  }
}

/** Answers whether tickets are left. What two workers date at once, both date alike. */
async function redateSome(scope: Scope<DeskActor>): Promise<boolean> {
  const { db, companyId, now } = scope;
  const { rows: asked } = await sql<{ version: number; after: string }>`select version, after from goal_redate
    where company_id = ${companyId} and due_on <= ${now}`.execute(db);
  const [from] = asked;
  if (!from) return false;
  const { rows } = await sql<{ id: string }>`select id from ticket
    where company_id = ${companyId} and id > ${from.after} and closed_on is null
    order by id limit ${perStep} for update`.execute(db);
  const ids = rows.map(({ id }) => id);
  await publishTickets(
    scope,
    await choosePolicies(scope, sql`ticket.id = any(${ids}::uuid[])`, { anew: true }),
  );
  const same = sql`company_id = ${companyId} and version = ${from.version} and after = ${from.after}`;
  const last = ids.length === perStep ? ids.at(-1) : undefined;
  if (last) await sql`update goal_redate set after = ${last} where ${same}`.execute(db);
  else await sql`delete from goal_redate where ${same}`.execute(db);
  return last !== undefined;
}
