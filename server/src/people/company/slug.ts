/** The name of a company in public addresses. */
import { reasonOf } from "@parley/contract/reasons";
import { acrossCompanies, lockName, type Scope, type WorkContext } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";

/** The present one and those before it. Each stays the company's own, so that no link to it is taken over by another company. */
const most = 20;

export async function readSlug({ db, companyId }: Scope): Promise<string> {
  const { slug } = await db
    .selectFrom("company_slug")
    .select("slug")
    .where("company_id", "=", companyId)
    .where("left_on", "is", null)
    .executeTakeFirstOrThrow();
  return slug;
}

/** 409 when it is reserved or of another company. The unit of work ends with that refusal. */
export async function changeSlug(scope: Scope, to: string): Promise<void> {
  const { db, companyId, now } = scope;
  await lockName(scope, `slug ${companyId}`);
  const had = await db
    .selectFrom("company_slug")
    .select("slug")
    .where("company_id", "=", companyId)
    .execute();
  const isAnEarlierOne = had.some(({ slug }) => slug === to);
  if (!isAnEarlierOne && had.length >= most)
    throw conflict("conflict", reasonOf("slugs_used_up", { max: most }));
  await db
    .updateTable("company_slug")
    .set({ left_on: now })
    .where("company_id", "=", companyId)
    .where("left_on", "is", null)
    .execute();
  if (isAnEarlierOne) {
    await db
      .updateTable("company_slug")
      .set({ left_on: null, taken_on: now })
      .where("company_id", "=", companyId)
      .where("slug", "=", to)
      .execute();
    return;
  }
  await claim(scope, to);
}

/** Only the index knows of other companies' slugs. */
async function claim({ db, companyId, now }: Scope, slug: string): Promise<void> {
  try {
    await db.insertInto("company_slug").values({ slug, company_id: companyId, taken_on: now }).execute();
  } catch (error) {
    const constraint = error instanceof Error && "constraint" in error ? error.constraint : null;
    if (constraint === "company_slug_pkey" || constraint === "company_slug_reserved")
      throw conflict("conflict", "slug_taken");
    throw error;
  }
}

export type FoundCompany = {
  companyId: string;
  /** The present one: `moved` says that it is not the one that was asked for. */
  slug: string;
  moved: boolean;
};

/** The company that has the slug or had it. Null when none did. */
export function findCompanyBySlug(
  context: Pick<WorkContext, "database" | "shares" | "timeLimits" | "diskRoom">,
  asked: string,
): Promise<FoundCompany | null> {
  return acrossCompanies(context, async (db) => {
    const found = await db
      .selectFrom("company_slug as asked")
      .innerJoin("company_slug as present", "present.company_id", "asked.company_id")
      .select(["present.company_id", "present.slug"])
      .where("asked.slug", "=", asked)
      .where("present.left_on", "is", null)
      .executeTakeFirst();
    return found ? { companyId: found.company_id, slug: found.slug, moved: found.slug !== asked } : null;
  });
}
