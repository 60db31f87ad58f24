/** The settings of administrators: how a department offers its tickets, and what an agent is offered. */
import type { AgentRouting, DepartmentRouting, RoutingList } from "@parley/contract/routing";
import { routingLimits, usualRouting } from "@parley/contract/routing-words";
import { agentName } from "../../floor/actors/name.ts";
import { asJson } from "../../floor/database/json.ts";
import type { AgentActor, Scope } from "../../floor/database/scope.ts";
import { invalid } from "../../floor/errors/errors.ts";
import { changesBetween } from "../../floor/ledger/changes.ts";
import { record } from "../../floor/ledger/record.ts";
import { accessAgent, lockAgent } from "../../people/agents/access.ts";
import { lockDepartment } from "../../people/departments/change.ts";

type Admin = Scope<AgentActor>;

export async function listRouting(scope: Scope): Promise<RoutingList> {
  const departments = await scope.db
    .selectFrom("department")
    .select("id as departmentid")
    .where("company_id", "=", scope.companyId)
    .where("deleted_on", "is", null)
    .orderBy("name")
    .execute();
  const rows = await selectRouting(scope).execute();
  const known = new Map(rows.map((row) => [row.departmentid, row]));
  return {
    departments: departments.map(({ departmentid }) => known.get(departmentid) ?? usual(departmentid)),
  };
}

const usual = (departmentid: string): DepartmentRouting => ({ departmentid, mode: "off", ...usualRouting });

const selectRouting = ({ db, companyId }: Scope) =>
  db
    .selectFrom("routing")
    .select(["department_id as departmentid", "mode", "offer_minutes", "previous_days"])
    .select(["grace_seconds", "weights"])
    .where("company_id", "=", companyId);

/** 404 for a department that is gone. Offers that stand end with the next sweep where it is switched off. */
export async function changeRouting(scope: Admin, to: DepartmentRouting): Promise<DepartmentRouting> {
  const { departmentid, weights, ...rest } = to;
  const { name } = await lockDepartment(scope, departmentid);
  const before =
    (await selectRouting(scope).where("department_id", "=", departmentid).executeTakeFirst()) ??
    usual(departmentid);
  const changes = changesBetween(audited(before), audited(to));
  if (Object.keys(changes).length === 0) return to;
  const columns = { ...rest, weights: asJson(weights) };
  await scope.db
    .insertInto("routing")
    .values({ company_id: scope.companyId, department_id: departmentid, ...columns })
    .onConflict((conflict) => conflict.columns(["company_id", "department_id"]).doUpdateSet(columns))
    .execute();
  const facts = { fields: Object.keys(changes) };
  await record(scope, { kind: "department_routing", subject: departmentid, name, facts, changes });
  return to;
}

const audited = ({ departmentid: _, weights, ...rest }: DepartmentRouting) => ({
  ...rest,
  weights: Object.entries(weights)
    .map(([platform, weight]) => `${platform} ${weight}`)
    .sort()
    .join(", "),
});

/** 404 for an unknown agent. */
export async function viewAgentRouting(scope: Scope, id: string): Promise<AgentRouting> {
  return readAgentRouting(scope, (await accessAgent(scope, id)).id);
}

async function readAgentRouting({ db, companyId }: Scope, userid: string): Promise<AgentRouting> {
  const row = await db
    .selectFrom("agent_routing")
    .select(["capacity", "languages", "skills", "shift"])
    .where("company_id", "=", companyId)
    .where("agent_id", "=", userid)
    .executeTakeFirst();
  return { userid, ...(row ?? { capacity: routingLimits.capacity, languages: [], skills: [], shift: null }) };
}

/** 400 for a skill that is no tag of the company's. */
export async function changeAgentRouting(scope: Admin, to: AgentRouting): Promise<AgentRouting> {
  const agent = await accessAgent(scope, to.userid);
  await lockAgent(scope, agent.id);
  const before = await readAgentRouting(scope, agent.id);
  const names = await nameSkills(scope, [...before.skills, ...to.skills]);
  const unknown = to.skills.find((id) => !names.has(id));
  if (unknown) throw invalid("tag_unknown");
  const changes = changesBetween(auditedAgent(before, names), auditedAgent(to, names));
  if (Object.keys(changes).length === 0) return before;
  const { capacity, languages, skills, shift } = to;
  const columns = { capacity, languages, skills, shift: shift && asJson(shift) };
  await scope.db
    .insertInto("agent_routing")
    .values({ company_id: scope.companyId, agent_id: agent.id, ...columns })
    .onConflict((conflict) => conflict.columns(["company_id", "agent_id"]).doUpdateSet(columns))
    .execute();
  const facts = { fields: Object.keys(changes) };
  await record(scope, { kind: "agent_routing", subject: agent.id, name: agentName(agent), facts, changes });
  return readAgentRouting(scope, agent.id);
}

async function nameSkills({ db, companyId }: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const tags = await db
    .selectFrom("tag")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("id", "in", ids)
    .execute();
  return new Map(tags.map(({ id, name }) => [id, name]));
}

const auditedAgent = ({ capacity, languages, skills, shift }: AgentRouting, names: Map<string, string>) => ({
  capacity,
  languages: languages.toSorted().join(", "),
  skills: skills
    .flatMap((id) => names.get(id) ?? [])
    .sort()
    .join(", "),
  shift:
    shift &&
    `${shift.from}–${shift.to} (${shift.days.toSorted().join(", ")}) ${shift.time_zone ?? ""}`.trim(),
});
