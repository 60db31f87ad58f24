/** Agents as administrators see them. */
import type { AgentColumn } from "@parley/contract/agent-columns";
import type { AgentList, AgentQuery, AgentRow } from "@parley/contract/agents";
import { limits } from "@parley/contract/limits";
import { type Expression, type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { AgentTable, Database } from "../../floor/database/schema.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { departmentsOf } from "./departments.ts";
import { isOnline } from "./online.ts";

type Row = Selectable<AgentTable> & { department_name: string; departments: string[]; online: unknown };

const never = new Date(0);

/**
 * Agents of the company, disabled or not: a sorted page, or the newest in their order when there are more than fit. The
 * totals are of all.
 */
export async function listAgents(scope: Scope, query: AgentQuery): Promise<AgentList> {
  const found = matching(query);
  const agents = selectAgents(scope).where(found);
  const rows =
    query.limit === undefined
      ? (
          await agents
            .orderBy("agent.created_on", "desc")
            .orderBy("agent.id", "desc")
            .limit(limits.agentsListed)
            .execute()
        ).reverse()
      : await query.sort
          .reduce((some, column) => some.orderBy(...sortKey(column)), agents)
          .orderBy("agent.created_on")
          .orderBy("agent.id")
          .offset(query.offset)
          .limit(query.limit)
          .execute();
  const totals = await joined(scope)
    .select((eb) => eb.fn.countAll<string>().as("all"))
    .select((eb) => eb.fn.countAll<string>().filterWhere(isOnline).as("online"))
    .select((eb) => eb.fn.countAll<string>().filterWhere(found).as("found"))
    .executeTakeFirstOrThrow();
  return {
    agents: rows.map(viewAgent),
    onlineAgents: Number(totals.online),
    totalAgents: Number(totals.all),
    foundAgents: Number(totals.found),
  };
}

type Builder = ExpressionBuilder<Database, "agent" | "department">;

const fullName = sql<string>`agent.first_name || ' ' || agent.last_name`;

/** The search folds case and accents. */
function matching({ search, department_name, status, userid }: AgentQuery) {
  return (eb: Builder) =>
    eb.and([
      ...(search === ""
        ? []
        : [
            sql<boolean>`strpos(fold(${fullName} || ' ' || agent.email || ' ' || department.name), fold(${search})) > 0`,
          ]),
      ...(userid === undefined ? [] : [eb("agent.id", "=", userid)]),
      ...(department_name === undefined ? [] : [eb("department.name", "=", department_name)]),
      ...(status === undefined ? [] : [eb(isOnline(eb), "=", status === "online")]),
    ]);
}

function sortKey(column: AgentQuery["sort"][number]) {
  const name = column.replace("-", "") as AgentColumn;
  const keys: Record<AgentColumn, (eb: Builder) => Expression<unknown>> = {
    name: () => sql`fold(${fullName})`,
    email: () => sql`fold(agent.email)`,
    department_name: () => sql`fold(department.name)`,
    created_on: (eb) => eb.ref("agent.created_on"),
    last_logged_on: () => sql`coalesce(agent.last_logged_on, 'epoch')`,
    status: isOnline,
    admin: () => sql`(agent.role is not distinct from 'admin')`,
    disabled: (eb) => eb("agent.disabled_on", "is not", null),
  };
  return [keys[name], column.startsWith("-") ? "desc" : "asc"] as const;
}

export async function viewAgentRow(scope: Scope, id: string): Promise<AgentRow> {
  return viewAgent(await selectAgents(scope).where("agent.id", "=", id).executeTakeFirstOrThrow());
}

function selectAgents(scope: Scope) {
  return joined(scope)
    .selectAll("agent")
    .select("department.name as department_name")
    .select(departmentsOf.as("departments"))
    .select((eb) => isOnline(eb).as("online"));
}

function joined(scope: Scope) {
  return scope.db
    .selectFrom("agent")
    .innerJoin("department", (join) =>
      join
        .onRef("department.company_id", "=", "agent.company_id")
        .onRef("department.id", "=", "agent.department_id"),
    )
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
    departmentids: row.departments,
    created_on: row.created_on.toISOString(),
    last_logged_on: (row.last_logged_on ?? never).toISOString(),
    status: row.online ? "online" : "offline",
    role: row.role,
    closed_on: row.disabled_on?.toISOString() ?? null,
    profile_pic: row.profile_pic,
    push_subscription: row.push_on ? "subscribed" : "not_subscribed",
  };
}
