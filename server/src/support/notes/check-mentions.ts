import { limits } from "@parley/contract/limits";
import type { Mentions } from "@parley/contract/notes";
import { rightsOf, seesDepartment } from "@parley/contract/permissions";
import { reasonOf } from "@parley/contract/reasons";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { conflict, invalid, Refusal } from "../../floor/errors/errors.ts";
import { departmentsOf as seenDepartments } from "../../people/agents/departments.ts";
import type { TicketRow } from "../ticket/access.ts";

export type Mentioned = { kind: "agent" | "department"; id: string; name: string; seesTicket: boolean };

/**
 * Checks whom a note of the locked ticket is to mention, and names them. An agent of another company is refused as an
 * unknown id is.
 */
export async function checkMentions(
  scope: Scope,
  ticket: TicketRow,
  mentions: Mentions | undefined,
): Promise<Mentioned[]> {
  const agents = [...new Set(mentions?.agents)];
  const departments = [...new Set(mentions?.departments)];
  checkNumber(agents, departments);
  const mentioned = [
    ...(agents.length > 0 ? await agentsOf(scope, ticket, agents) : []),
    ...(departments.length > 0 ? await departmentsOf(scope, ticket, departments) : []),
  ];
  if (mentioned.length < agents.length + departments.length)
    throw new Refusal(404, "not_found", "mention_unknown");
  await checkSight(scope, ticket, mentioned);
  return mentioned;
}

function checkNumber(agents: string[], departments: string[]): void {
  const { mentionedAgents, mentionedDepartments } = limits;
  if (agents.length <= mentionedAgents && departments.length <= mentionedDepartments) return;
  throw invalid(reasonOf("mentions_most", { agents: mentionedAgents, departments: mentionedDepartments }));
}

async function agentsOf(scope: Scope, ticket: TicketRow, ids: string[]): Promise<Mentioned[]> {
  const rows = await scope.db
    .selectFrom("agent")
    .select(["id", "first_name", "last_name", "role", "disabled_on", seenDepartments.as("departmentids")])
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => {
    const name = agentName(row);
    if (row.disabled_on) throw conflict("conflict", reasonOf("mention_disabled", { name }));
    const seesTicket = seesDepartment(rightsOf(row), ticket.department_id);
    return { kind: "agent", id: row.id, name, seesTicket };
  });
}

async function departmentsOf(scope: Scope, ticket: TicketRow, ids: string[]): Promise<Mentioned[]> {
  const rows = await scope.db
    .selectFrom("department")
    .select(["id", "name"])
    .where("company_id", "=", scope.companyId)
    .where("id", "in", ids)
    .where("deleted_on", "is", null)
    .execute();
  return rows.map(({ id, name }) => ({
    kind: "department",
    id,
    name,
    seesTicket: id === ticket.department_id,
  }));
}

/** An agent who does not see the ticket can be mentioned while it is open, unless the company forbids it. */
async function checkSight(scope: Scope, ticket: TicketRow, mentioned: Mentioned[]): Promise<void> {
  const elsewhere = mentioned.find(({ seesTicket }) => !seesTicket);
  if (!elsewhere) return;
  const { name } = elsewhere;
  if (ticket.closed_on) throw conflict("conflict", reasonOf("mention_closed", { name }));
  const company = await scope.db
    .selectFrom("company")
    .select("mentions_elsewhere")
    .where("company_id", "=", scope.companyId)
    .executeTakeFirstOrThrow();
  if (!company.mentions_elsewhere) throw conflict("conflict", reasonOf("mention_elsewhere", { name }));
}
