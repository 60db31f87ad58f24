/** Inserts a company for a test: departments, agents who all have one password, and a Telegram bot. */
import type { Role } from "@parley/contract/abilities";
import type { Kysely } from "kysely";
import { type AgentActor, agentActor } from "../../server/src/floor/actors/actor.ts";
import type { Database } from "../../server/src/floor/database/schema.ts";

export type CompanyPlan<DepartmentName extends string, AgentName extends string> = {
  name: string;
  createdOn: Date;
  /** The time when its admin ended the first steps. */
  setUpOn?: Date;
  /** The domain of every address: mira@DOMAIN. */
  domain: string;
  passwordHash: string;
  departments: Record<DepartmentName, string>;
  /** First name, last name, department, role; the key is the username. */
  agents: Record<AgentName, readonly [string, string, NoInfer<DepartmentName>, Role]>;
  /** The department of new tickets; the oldest when omitted. */
  defaultDepartment?: NoInfer<DepartmentName>;
  bot: { id: number; token: string; username: string; credentials: Buffer };
};

export type NamedAgent = { id: string; email: string; actor: AgentActor };
export type NamedDepartment = { id: string; companyId: string; name: string };
export type NamedChannel = { id: string; companyId: string; externalId: string; token: string };

export type PlantedCompany<DepartmentName extends string, AgentName extends string> = {
  id: string;
  name: string;
  departments: Record<DepartmentName, NamedDepartment>;
  agents: Record<AgentName, NamedAgent>;
  channel: NamedChannel;
};

export async function plantCompany<DepartmentName extends string, AgentName extends string>(
  db: Kysely<Database>,
  plan: CompanyPlan<DepartmentName, AgentName>,
): Promise<PlantedCompany<DepartmentName, AgentName>> {
  const { name } = plan;
  const { company_id: id } = await db
    .insertInto("company")
    .values({ name, created_on: plan.createdOn, set_up_on: plan.setUpOn ?? null })
    .returning("company_id")
    .executeTakeFirstOrThrow();
  const departments = {} as Record<DepartmentName, NamedDepartment>;
  for (const [key, department] of entries(plan.departments)) {
    const row = await db
      .insertInto("department")
      .values({ company_id: id, name: department, created_on: plan.createdOn })
      .returning("id")
      .executeTakeFirstOrThrow();
    departments[key] = { id: row.id, companyId: id, name: department };
  }
  const agents = {} as Record<AgentName, NamedAgent>;
  for (const [key, [first, last, department, role]] of entries(plan.agents)) {
    const email = `${key}@${plan.domain}`;
    const departmentid = departments[department].id;
    const row = await db
      .insertInto("agent")
      .values({
        company_id: id,
        department_id: departmentid,
        username: key,
        first_name: first,
        last_name: last,
        email,
        email_confirmed_on: plan.createdOn,
        password_hash: plan.passwordHash,
        role,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const own = { role, departmentid, departmentids: [departmentid], name: `${first} ${last}` };
    const actor = agentActor({ companyId: id, id: row.id, ...own });
    agents[key] = { id: row.id, email, actor };
  }
  return {
    id,
    name,
    departments,
    agents,
    channel: await plantBot(db, id, plan, plan.defaultDepartment && departments[plan.defaultDepartment].id),
  };
}

async function plantBot(
  db: Kysely<Database>,
  companyId: string,
  { name, bot }: Pick<CompanyPlan<string, string>, "name" | "bot">,
  departmentId: string | undefined,
): Promise<NamedChannel> {
  const externalId = String(bot.id);
  const { id } = await db
    .insertInto("channel")
    .values({
      company_id: companyId,
      platform: "telegram",
      external_id: externalId,
      name,
      username: bot.username,
      credentials: bot.credentials,
      department_id: departmentId ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, companyId, externalId, token: bot.token };
}

const entries = <Key extends string, Value>(record: Record<Key, Value>) =>
  Object.entries(record) as [Key, Value][];
