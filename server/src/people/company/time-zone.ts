import { type RawBuilder, sql } from "kysely";
import { type Finder, lookUp } from "../../floor/database/batch.ts";
import type { Scope } from "../../floor/database/scope.ts";

/** The IANA zone of the company's days, for callers without their own. */
export const companyTimeZone = (scope: Scope): Promise<string> => lookUp(scope, ownTimeZone, null);

const ownTimeZone: Finder<null, string> = async ({ db, companyId }, asked) => {
  const company = await db
    .selectFrom("company")
    .select("time_zone")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return asked.map(() => company.time_zone);
};

/** The zone by whose days tickets are counted: the company's, or the one before while they are being counted anew. */
export async function figuresTimeZone(scope: Scope): Promise<string> {
  const company = await scope.db
    .selectFrom("company")
    .select("figures_zone")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return company.figures_zone;
}

/**
 * The first moment of a day. Where the clocks go back at midnight, as on the Azores, the first hour comes twice and
 * PostgreSQL reads the second one for 00:00; the counted days begin with the first.
 */
export function beginOf(day: RawBuilder<unknown>, timeZone: string) {
  const midnight = sql`(${day}::timestamp at time zone ${timeZone})`;
  return sql`case when ((${midnight} - interval '1 hour') at time zone ${timeZone})::date = ${day}
    then ${midnight} - interval '1 hour' else ${midnight} end`;
}
