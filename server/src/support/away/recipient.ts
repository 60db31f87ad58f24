import { type AgentActor, agentActor } from "../../floor/actors/actor.ts";
import { agentName } from "../../floor/actors/name.ts";
import type { Context } from "../../floor/context.ts";
import { inCompany } from "../../floor/database/scope.ts";
import { departmentsOf } from "../../people/agents/departments.ts";

/** The agent with the present rights. Undefined when disabled, or when the address was never proved. */
export async function findRecipient(context: Context, companyId: string, id: string) {
  const agent = await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
    db
      .selectFrom("agent")
      .select(["email", "username", "lang", "first_name", "last_name", "role", "department_id"])
      .select(departmentsOf.as("departmentids"))
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .where("disabled_on", "is", null)
      .where("email_confirmed_on", "is not", null)
      .executeTakeFirst(),
  );
  if (!agent) return undefined;
  const { role, department_id: departmentid, departmentids } = agent;
  const name = agentName(agent);
  const actor: AgentActor = agentActor({ companyId, id, role, departmentid, departmentids, name });
  return { ...agent, actor };
}
