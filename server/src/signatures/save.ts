import type { AgentActor, Scope } from "../database/scope.ts";
import { Refusal } from "../errors.ts";

type DepartmentSignature = { departmentid: string; html: string };

/** Stored as it is given: sending sanitises the whole mail, and the console draws it through its editor's kinds. */
export async function saveSignature(scope: Scope<AgentActor>, html: string): Promise<{ html: string }> {
  await scope.db
    .updateTable("agent")
    .set({ signature: html })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .execute();
  return { html };
}

export function listSignatures(scope: Scope): Promise<DepartmentSignature[]> {
  return scope.db
    .selectFrom("department")
    .select(["id as departmentid", "signature as html"])
    .where("company_id", "=", scope.companyId)
    .where("deleted_on", "is", null)
    .orderBy("name")
    .execute();
}

/** 404 for an unknown department. */
export async function saveDepartmentSignature(
  scope: Scope,
  { departmentid, html }: DepartmentSignature,
): Promise<DepartmentSignature> {
  const saved = await scope.db
    .updateTable("department")
    .set({ signature: html })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", departmentid)
    .where("deleted_on", "is", null)
    .returning(["id as departmentid", "signature as html"])
    .executeTakeFirst();
  if (!saved) throw new Refusal(404, "not_found", "department_not_found");
  return saved;
}
