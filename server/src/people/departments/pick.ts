import type { Department } from "@parley/contract/departments";
import { reasonOf } from "@parley/contract/reasons";
import type { Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { firstDepartment, listDepartments } from "./queries.ts";

/** Finds a department by id or name; the company's first when none is named. 404 with the existing names. */
export async function pickDepartment(scope: Scope, wanted?: string): Promise<Department> {
  if (!wanted) return firstDepartment(scope);
  const departments = await listDepartments(scope);
  const text = wanted.toLowerCase();
  const found = departments.find(
    ({ departmentid, department_name }) => departmentid === text || department_name.toLowerCase() === text,
  );
  if (found) return found;
  const names = departments.map((each) => each.department_name).join(", ");
  throw new Refusal(404, "not_found", reasonOf("department_unknown", { name: wanted, names }));
}

/** Names by id, of departments that are not deleted. */
export async function departmentNames(scope: Scope): Promise<Map<string, string>> {
  const departments = await listDepartments(scope);
  return new Map(departments.map(({ departmentid, department_name }) => [departmentid, department_name]));
}

/** Locks a department so that it is not deleted before this unit of work is done. 404 when it is. */
export function lockOpenDepartment(scope: Scope, id: string): Promise<void> {
  return lockOpenDepartments(scope, [id]);
}

/** Locks departments so that none is deleted before this unit of work is done. 404 when one is. */
export async function lockOpenDepartments(scope: Scope, ids: string[]): Promise<void> {
  const departments = await scope.db
    .selectFrom("department")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .where("deleted_on", "is", null)
    .forShare()
    .execute();
  if (departments.length < new Set(ids).size) throw new Refusal(404, "not_found", "department_not_found");
}
