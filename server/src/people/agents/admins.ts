import type { Scope } from "../../floor/database/scope.ts";

const mostAdmins = 100;

/** Returns the company's administrators in a fixed order: notifying them locks each inbox until the commit. */
export function listAdmins({ db, companyId }: Scope): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom("agent")
    .select(["id", "email"])
    .where("company_id", "=", companyId)
    .where("role", "=", "admin")
    .where("disabled_on", "is", null)
    .orderBy("id")
    .limit(mostAdmins)
    .execute();
}
