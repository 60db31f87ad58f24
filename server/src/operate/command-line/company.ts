import { z } from "zod";
import {
  acrossCompanies,
  type DeskActor,
  inCompany,
  type Scope,
  type WorkContext,
} from "../../floor/database/scope.ts";
import { Refusal, textReason } from "../../floor/errors/errors.ts";
import { findCompanyBySlug } from "../../people/company/slug.ts";

/** Works in the company that was named, by its id or a slug. Throws when there is none. */
export async function inCompanyOf<Answer>(
  context: WorkContext,
  named: string,
  work: (scope: Scope<DeskActor>) => Promise<Answer>,
): Promise<Answer> {
  const missing = new Refusal(404, "not_found", textReason(`There is no company ${named}.`));
  const companyId = isId(named) ? named : (await findCompanyBySlug(context, named))?.companyId;
  if (!companyId) throw missing;
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    const company = await scope.db
      .selectFrom("company")
      .select("company_id")
      .where("company_id", "=", scope.companyId)
      .executeTakeFirst();
    if (!company) throw missing;
    return work(scope);
  });
}

const isId = (named: string) => z.uuid().safeParse(named).success;

/** The companies of this installation, oldest first. */
export function listCompanies(context: WorkContext) {
  return acrossCompanies(context, (db) =>
    db
      .selectFrom("company")
      .innerJoin("company_slug", (join) =>
        join
          .onRef("company_slug.company_id", "=", "company.company_id")
          .on("company_slug.left_on", "is", null),
      )
      .select(["company.company_id", "company.name", "company_slug.slug", "company.created_on"])
      .orderBy("company.created_on")
      .orderBy("company.company_id")
      .execute(),
  );
}
