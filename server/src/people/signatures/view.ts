import type { Signature } from "@parley/contract/signatures";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { fillSignature } from "./fill.ts";

/**
 * The agent's own signature and the department's, and both as a mail shows them. Without a department id it is the
 * agent's department.
 */
export async function viewSignature(scope: Scope<AgentActor>, departmentId?: string): Promise<Signature> {
  const department = departmentId ?? scope.actor.departmentid;
  const row = await read(scope, department);
  if (!row) throw new Refusal(404, "not_found", "department_not_found");
  return { own: row.own, department: row.department, shown: shownOf(row) };
}

/** The signature below a mail of a department; empty for none. */
export async function signatureFor(scope: Scope<AgentActor>, departmentId: string): Promise<string> {
  const row = await read(scope, departmentId);
  return row ? shownOf(row) : "";
}

type Row = NonNullable<Awaited<ReturnType<typeof read>>>;

function read(scope: Scope<AgentActor>, departmentId: string) {
  return scope.db
    .selectFrom("agent")
    .innerJoin("company", "company.company_id", "agent.company_id")
    .innerJoin("department", (join) =>
      join.onRef("department.company_id", "=", "agent.company_id").on("department.id", "=", departmentId),
    )
    .select(["agent.signature as own", "department.signature as department", "agent.first_name"])
    .select(["agent.last_name", "department.name as department_name", "company.name as company_name"])
    .where("agent.company_id", "=", scope.companyId)
    .where("agent.id", "=", scope.actor.id)
    .executeTakeFirst();
}

function shownOf({ own, department, ...names }: Row): string {
  return fillSignature([own, department].filter(Boolean).join(""), {
    "agent.first_name": names.first_name,
    "agent.last_name": names.last_name,
    "department.name": names.department_name,
    "company.name": names.company_name,
  });
}
