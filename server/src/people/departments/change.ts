/** Changes of departments by administrators. */
import type { Department } from "@parley/contract/departments";
import { reasonOf } from "@parley/contract/reasons";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, Refusal } from "../../floor/errors/errors.ts";
import { record } from "../../floor/ledger/record.ts";
import { createDepartment, nameInUse } from "./create.ts";
import { endSightOf } from "./end-sight.ts";

export async function addDepartment(scope: Scope, name: string): Promise<Department> {
  const made = await createDepartment(scope, name);
  await record(scope, { kind: "department_create", subject: made.departmentid, name, facts: {} });
  return made;
}

/**
 * 404 for an unknown department, 409 for a name in use. Tickets, colleagues and profiles show the name: all consoles of
 * the company reconnect and fetch.
 */
export async function renameDepartment(
  { live }: Pick<Context, "live">,
  scope: Scope,
  id: string,
  name: string,
): Promise<Department> {
  const { name: before } = await lockDepartment(scope, id);
  const other = await scope.db
    .selectFrom("department")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where(sql`lower(name)`, "=", name.toLowerCase())
    .where("deleted_on", "is", null)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other) throw nameInUse(name);
  await write(scope, id, { name });
  if (name !== before) scope.afterCommit(() => live.refreshCompany(scope.companyId));
  const changes = { name: { from: before, to: name } };
  await record(scope, { kind: "department_rename", subject: id, name, facts: {}, changes });
  return { departmentid: id, department_name: name };
}

/**
 * Deletes a department that has neither enabled agents nor open tickets; its closed tickets and disabled agents keep its
 * name, and agents of other departments no longer see it. The row is locked against concurrent moves into it.
 */
export async function deleteDepartment(
  context: Pick<Context, "live">,
  scope: Scope,
  id: string,
): Promise<void> {
  const { name } = await lockDepartment(scope, id);
  const has = async (what: "agent" | "ticket") => {
    let query = scope.db
      .selectFrom(what)
      .select("id")
      .where("company_id", "=", scope.companyId)
      .where("department_id", "=", id)
      .limit(1);
    query = query.where(what === "ticket" ? sql`closed_on` : sql`disabled_on`, "is", null);
    return (await query.executeTakeFirst()) !== undefined;
  };
  if (await has("agent"))
    throw conflict("department_has_agents", reasonOf("department_has_agents", { name }));
  if (await has("ticket"))
    throw conflict("department_has_tickets", reasonOf("department_has_tickets", { name }));
  await endSightOf(context, scope, id);
  await write(scope, id, { deleted_on: scope.now });
  await record(scope, { kind: "department_delete", subject: id, name, facts: {} });
}

/** Locks the department until the commit. 404 for an unknown one. */
export async function lockDepartment(scope: Scope, id: string) {
  const department = await scope.db
    .selectFrom("department")
    .select("name")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .where("deleted_on", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!department) throw new Refusal(404, "not_found", "department_not_found");
  return department;
}

async function write(scope: Scope, id: string, to: { name?: string; deleted_on?: Date }) {
  await scope.db
    .updateTable("department")
    .set(to)
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .execute();
}
