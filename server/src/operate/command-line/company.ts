import {
  acrossCompanies,
  type DeskActor,
  inCompany,
  type Scope,
  type WorkContext,
} from "../../floor/database/scope.ts";
import { Refusal, textReason } from "../../floor/errors/errors.ts";

/** Works in the company that was named. Throws when there is none. */
export function inCompanyOf<Answer>(
  context: WorkContext,
  companyId: string,
  work: (scope: Scope<DeskActor>) => Promise<Answer>,
): Promise<Answer> {
  return inCompany(context, { kind: "desk", companyId: companyId.toLowerCase() }, async (scope) => {
    const company = await scope.db
      .selectFrom("company")
      .select("company_id")
      .where("company_id", "=", scope.companyId)
      .executeTakeFirst();
    if (!company) throw new Refusal(404, "not_found", textReason(`There is no company ${companyId}.`));
    return work(scope);
  });
}

/** The companies of this installation, oldest first. */
export function listCompanies(context: WorkContext) {
  return acrossCompanies(context, (db) =>
    db
      .selectFrom("company")
      .select(["company_id", "name", "created_on"])
      .orderBy("created_on")
      .orderBy("company_id")
      .execute(),
  );
}
