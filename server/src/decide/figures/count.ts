/**
 * Counts tickets for the figures. `figure_due` lists those of which something happened, `figure_fill` companies of which each is to be
 * counted. The SQL function `count_figures` puts what a ticket counts now in the place of what it counted before, in the transaction that
 * ends what was due: several workers and a crash count each ticket once.
 */
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";

/** The tickets that one transaction counts, and the companies of one sweep. */
const perStep = 100;
const mostCompanies = 50;
/** Milliseconds in which one run begins further tickets, and until a ticket that failed is tried again. */
const longestRun = 2_000;
const retryAfter = 60_000;

export async function sweepFigures(context: Context): Promise<void> {
  const due = sql`select distinct company_id from figure_due where due_on <= ${context.clock()} limit ${mostCompanies}`;
  await takeTurns(context, due, async (companyId) => (await countDue(context, companyId)) === perStep);
}

export async function fillFigures(context: Context): Promise<void> {
  const asked = sql`select company_id from figure_fill limit ${mostCompanies}`;
  await takeTurns(context, asked, (companyId) => fillSome(context, companyId));
}

/** Runs a step of each company in turn, so that a busy one does not hold up the others. A step answers whether more is left. */
async function takeTurns(
  context: Context,
  companies: ReturnType<typeof sql>,
  step: (companyId: string) => Promise<boolean>,
): Promise<void> {
  const begun = performance.now();
  const { rows } = await acrossCompanies(context, (db) => companies.execute(db));
  let left = rows.map((row) => (row as { company_id: string }).company_id);
  while (left.length > 0 && performance.now() - begun < longestRun) {
    const busy: string[] = [];
    for (const companyId of left) if (await step(companyId)) busy.push(companyId);
    left = busy;
  }
}

/** Answers how many were due. Where counting them together fails, each is counted alone, so that one holds up no other. */
async function countDue(context: Context, companyId: string): Promise<number> {
  const now = context.clock();
  const { rows } = await acrossCompanies(context, (db) =>
    sql<{
      id: string;
    }>`select ticket_id as id from figure_due where company_id = ${companyId} and due_on <= ${now}
      order by due_on limit ${perStep}`.execute(db),
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  try {
    await countTogether(context, companyId, ids);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    for (const id of ids) await countAlone(context, companyId, id);
  }
  return ids.length;
}

const countTogether = (context: Context, companyId: string, ids: string[]) =>
  acrossCompanies(context, async (db) => {
    // A later event of one of them makes it due again.
    await sql`delete from figure_due where company_id = ${companyId} and ticket_id = any(${ids}::uuid[])`.execute(
      db,
    );
    await sql`select count_figures(${companyId}, ${ids}::uuid[])`.execute(db);
  });

async function countAlone(context: Context, companyId: string, id: string): Promise<void> {
  try {
    await countTogether(context, companyId, [id]);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    context.log.error({ err: error, ticket: id }, "Figures of a ticket could not be counted");
    const later = new Date(context.clock().getTime() + retryAfter);
    await acrossCompanies(context, (db) =>
      sql`update figure_due set due_on = ${later} where company_id = ${companyId} and ticket_id = ${id}`.execute(
        db,
      ),
    );
  }
}

/** Answers whether tickets are left. What two workers count at once, both count alike. */
function fillSome(context: Context, companyId: string): Promise<boolean> {
  return acrossCompanies(context, async (db) => {
    const { rows: asked } = await sql<{
      version: number;
      after: string;
    }>`select version, after from figure_fill
      where company_id = ${companyId}`.execute(db);
    const [from] = asked;
    if (!from) return false;
    const { rows } = await sql<{
      id: string;
    }>`select id from ticket where company_id = ${companyId} and id > ${from.after}
      order by id limit ${perStep}`.execute(db);
    const ids = rows.map(({ id }) => id);
    await sql`select count_figures(${companyId}, ${ids}::uuid[])`.execute(db);
    const same = sql`company_id = ${companyId} and version = ${from.version} and after = ${from.after}`;
    const last = ids.length === perStep ? ids.at(-1) : undefined;
    if (last) await sql`update figure_fill set after = ${last} where ${same}`.execute(db);
    else await sql`delete from figure_fill where ${same}`.execute(db);
    return last !== undefined;
  });
}
