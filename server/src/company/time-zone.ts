import type { Scope } from "../database/scope.ts";

/** The IANA zone of the company's days, for callers without their own. */
export async function companyTimeZone(scope: Scope): Promise<string> {
  const company = await scope.db
    .selectFrom("company")
    .select("time_zone")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return company.time_zone;
}

/** The zone by whose days tickets are counted: the company's, or the one before while they are being counted anew. */
export async function figuresTimeZone(scope: Scope): Promise<string> {
  const company = await scope.db
    .selectFrom("company")
    .select("figures_zone")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return company.figures_zone;
}
