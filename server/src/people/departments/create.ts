import type { Department } from "@parley/contract/departments";
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict } from "../../floor/errors/errors.ts";

export const nameInUse = (name: string) => conflict("conflict", reasonOf("department_exists", { name }));

/** 409 when the company has a department of this name, however it is capitalised. */
export async function createDepartment(scope: Scope, name: string): Promise<Department> {
  const row = await scope.db
    .insertInto("department")
    .values({ company_id: scope.companyId, name, created_on: scope.now })
    .onConflict((on) =>
      on.expression(sql`company_id, lower(name)`).where("deleted_on", "is", null).doNothing(),
    )
    .returning(["id as departmentid", "name as department_name"])
    .executeTakeFirst();
  if (!row) throw nameInUse(name);
  return row;
}
