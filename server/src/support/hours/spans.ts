/** Writes the open time of hours as rows, a year each way, by which SQL and TypeScript find how long it was open. */
import type { OpeningHours } from "@parley/contract/open-days";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, inCompany, type Scope } from "../../floor/database/scope.ts";
import { openTimes } from "./open.ts";
import { readHours } from "./rows.ts";

const minute = 60_000;
const day = 1_440 * minute;
/** Milliseconds before and after now of which the open time is written, and before the end when it is written again. */
const written = { before: 366 * day, after: 426 * day, again: 366 * day };

type Span = { from: string; to: string; before: number };

/** Whole minutes, since the first of which each span counts those before it. */
export function spansOf(hours: OpeningHours, now: Date): Span[] {
  const today = Math.floor(now.getTime() / day) * day;
  let before = 0;
  return [...openTimes(hours, today - written.before, today + written.after)].map(({ from, to }) => {
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), before };
    before += (to - from) / minute;
    return span;
  });
}

/** The caller holds the lock of the company or the department, or of the hours' row. Null removes them. */
export async function writeSpans(
  { db, companyId, now }: Scope,
  departmentId: string | null,
  hours: OpeningHours | null,
): Promise<void> {
  const owner = departmentId ?? companyId;
  await sql`delete from open_span where company_id = ${companyId} and owner_id = ${owner}`.execute(db);
  if (!hours) return;
  await sql`insert into open_span (company_id, owner_id, from_on, to_on, before)
    select ${companyId}::uuid, ${owner}::uuid, s."from", s."to", s.before
    from jsonb_to_recordset(${JSON.stringify(spansOf(hours, now))}::jsonb)
      s ("from" timestamptz(3), "to" timestamptz(3), before integer)`.execute(db);
  await sql`update opening_hours set spans_until = ${new Date(now.getTime() + written.after - day)}
    where company_id = ${companyId} and department_id is not distinct from ${departmentId}`.execute(db);
}

/** Writes what reaches less than a year ahead. Several workers write each one once. */
export async function extendSpans(context: Context): Promise<void> {
  const ends = new Date(context.clock().getTime() + written.again);
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("opening_hours")
      .select(["company_id as companyId", "department_id as departmentId"])
      .where((eb) => eb.or([eb("spans_until", "is", null), eb("spans_until", "<", ends)]))
      .limit(50)
      .execute(),
  );
  for (const { companyId, departmentId } of due)
    await inCompany(context, { kind: "desk", companyId }, (scope) => extend(scope, departmentId, ends));
}

async function extend(scope: Scope, departmentId: string | null, ends: Date): Promise<void> {
  const { rows } = await sql`select from opening_hours where company_id = ${scope.companyId}
    and department_id is not distinct from ${departmentId} and (spans_until is null or spans_until < ${ends})
    for update skip locked`.execute(scope.db);
  if (rows.length > 0) await writeSpans(scope, departmentId, await readHours(scope, departmentId));
}
