import { randomUUID } from "node:crypto";
import { registerAgent } from "../agents/register.ts";
import { hashPassword } from "../auth/password.ts";
import { inCompany, type WorkContext } from "../database/scope.ts";
import { createDepartment } from "../departments/create.ts";

export type NewCompany = {
  name: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
};

/** Makes a company with its department General and its first admin, all or nothing. 409 when the address is taken. */
export async function createCompany(context: WorkContext, given: NewCompany) {
  const passwordHash = await hashPassword(given.password);
  const companyId = randomUUID();
  return inCompany(context, { kind: "desk", companyId }, async (scope) => {
    await scope.db
      .insertInto("company")
      .values({ company_id: companyId, name: given.name, created_on: scope.now })
      .execute();
    const { departmentid } = await createDepartment(scope, "General");
    const { firstName, lastName, email } = given;
    const admin = { email, passwordHash, firstName, lastName, departmentid, role: "admin" } as const;
    const { userid } = await registerAgent(scope, admin);
    return { companyid: companyId, departmentid, userid };
  });
}
