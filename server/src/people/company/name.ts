import type { Scope } from "../../floor/database/scope.ts";

/** The company's name, used where no person wrote or acted. */
export async function companyName({ db, companyId }: Scope): Promise<string> {
  const company = await db
    .selectFrom("company")
    .select("name")
    .where("company_id", "=", companyId)
    .executeTakeFirstOrThrow();
  return company.name;
}
