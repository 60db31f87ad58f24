import { randomUUID } from "node:crypto";
import type { Language } from "@parley/contract/sessions";
import { inCompany, type WorkContext } from "../../floor/database/scope.ts";
import { registerAgent } from "../../people/agents/register.ts";
import { createDepartment } from "../../people/departments/create.ts";
import { hashPassword } from "../../people/passwords/password.ts";

export type NewCompany = {
  name: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** The country code of two letters. */
  country?: string;
  phone?: string;
  /** The time zone; UTC when unknown. */
  timeZone?: string | undefined;
  /** The administrator's language. */
  lang?: Language;
  /** Shows the first steps to its administrator; a company made on the command line has none. */
  firstSteps?: boolean;
};

/**
 * Makes a company with its department General and its first administrator, all or nothing: their address was proved by
 * a code, or the operator vouches for it. 409 when it is in use.
 */
export async function createCompany(context: WorkContext, given: NewCompany) {
  const passwordHash = await hashPassword(given.password);
  const companyId = randomUUID();
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    await scope.db
      .insertInto("company")
      .values({
        company_id: companyId,
        name: given.name,
        country: given.country ?? null,
        phone: given.phone ?? null,
        ...(given.timeZone && { time_zone: given.timeZone }),
        set_up_on: given.firstSteps ? null : scope.now,
        created_on: scope.now,
      })
      .execute();
    const { departmentid } = await createDepartment(scope, "General");
    const { firstName, lastName, email, lang } = given;
    const name = { firstName, lastName };
    const admin = { email, passwordHash, ...name, departmentid, lang, role: "admin" } as const;
    const { userid } = await registerAgent(scope, { ...admin, addressConfirmed: true });
    return { companyid: companyId, departmentid, userid };
  });
}
