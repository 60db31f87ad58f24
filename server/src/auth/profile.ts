import type { Language, Profile } from "@parley/contract/sessions";
import type { AgentActor, Scope } from "../database/scope.ts";

export async function viewProfile(scope: Scope<AgentActor>): Promise<Profile> {
  const row = await scope.db
    .selectFrom("agent")
    .innerJoin("company", "company.company_id", "agent.company_id")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "agent.company_id")
        .onRef("department.id", "=", "agent.department_id"),
    )
    .selectAll("agent")
    .select(["company.name as company_name", "company.plan", "department.name as department_name"])
    .where("agent.company_id", "=", scope.companyId)
    .where("agent.id", "=", scope.actor.id)
    .executeTakeFirstOrThrow();
  return {
    userid: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    departmentName: row.department_name,
    license: row.plan,
    companyName: row.company_name,
    profilePic: row.profile_pic,
    lang: row.lang,
    role: row.role,
    departmentid: row.department_id,
  };
}

export async function changeLang(scope: Scope<AgentActor>, lang: Language): Promise<void> {
  await scope.db
    .updateTable("agent")
    .set({ lang })
    .where("company_id", "=", scope.companyId)
    .where("id", "=", scope.actor.id)
    .execute();
}
