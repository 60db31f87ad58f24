/** Agents as administrators see them. */
import type { AgentList, AgentRow } from "@parley/contract/agents";
import { limits } from "@parley/contract/limits";
import type { Selectable } from "kysely";
import type { AgentTable } from "../database/schema.ts";
import type { Scope } from "../database/scope.ts";
import { isOnline } from "./online.ts";

type Row = Selectable<AgentTable> & { department_name: string; online: unknown };

const never = new Date(0);

/** Agents of the company, disabled or not, in the order they came: of more than can be listed the newest. The totals are of all. */
export async function listAgents(scope: Scope): Promise<AgentList> {
  const rows = await selectAgents(scope)
    .orderBy("agent.created_on", "desc")
    .orderBy("agent.id", "desc")
    .limit(limits.agentsListed)
    .execute();
  const agents = rows.reverse().map(viewAgent);
  const totals = await scope.db
    .selectFrom("agent")
    .select((eb) => eb.fn.countAll<string>().as("all"))
    .select((eb) => eb.fn.countAll<string>().filterWhere(isOnline).as("online"))
    .where("agent.company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  return { agents, onlineAgents: Number(totals.online), totalAgents: Number(totals.all) };
}

export async function viewAgentRow(scope: Scope, id: string): Promise<AgentRow> {
  return viewAgent(await selectAgents(scope).where("agent.id", "=", id).executeTakeFirstOrThrow());
}

function selectAgents(scope: Scope) {
  return scope.db
    .selectFrom("agent")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "agent.company_id")
        .onRef("department.id", "=", "agent.department_id"),
    )
    .selectAll("agent")
    .select("department.name as department_name")
    .select((eb) => isOnline(eb).as("online"))
    .where("agent.company_id", "=", scope.companyId);
}

function viewAgent(row: Row): AgentRow {
  return {
    userid: row.id,
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_confirmed_on: row.email_confirmed_on?.toISOString() ?? null,
    departmentid: row.department_id,
    department_name: row.department_name,
    created_on: row.created_on.toISOString(),
    last_logged_on: (row.last_logged_on ?? never).toISOString(),
    status: row.online ? "online" : "offline",
    role: row.role,
    closed_on: row.disabled_on?.toISOString() ?? null,
    profile_pic: row.profile_pic,
    push_subscription: row.push_on ? "subscribed" : "not_subscribed",
  };
}
