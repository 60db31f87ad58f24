import type { Scope } from "../../floor/database/scope.ts";

/** Serialises changes of what belongs to the company as a whole; tickets may be opened meanwhile. */
export async function lockCompany({ db, companyId }: Scope): Promise<void> {
  await db
    .selectFrom("company")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forNoKeyUpdate()
    .execute();
}
