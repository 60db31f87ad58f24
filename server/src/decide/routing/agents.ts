/** Agents as routing sees them: what they are offered, what they have, and whether they are there. */
import { routingLimits } from "@parley/contract/routing-words";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { departmentsOf } from "../../people/agents/departments.ts";
import { isOnline } from "../../people/agents/online.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { quietEnd } from "../../support/notices/quiet.ts";
import type { RoutingAgent } from "./decide.ts";

/** The enabled agents of these departments, with their load by the weights of each ticket's department. */
export async function readAgents(scope: Scope, departments: string[]): Promise<RoutingAgent[]> {
  const { db, companyId, now } = scope;
  if (departments.length === 0) return [];
  const rows = await db
    .selectFrom("agent")
    .leftJoin("agent_routing as r", (join) =>
      join.onRef("r.company_id", "=", "agent.company_id").onRef("r.agent_id", "=", "agent.id"),
    )
    .leftJoin("agent_away as w", (join) =>
      join.onRef("w.company_id", "=", "agent.company_id").onRef("w.agent_id", "=", "agent.id"),
    )
    .leftJoin("absence", (join) =>
      join.onRef("absence.company_id", "=", "agent.company_id").onRef("absence.agent_id", "=", "agent.id"),
    )
    .select(["agent.id", "first_name", "last_name", "r.capacity", "r.languages", "r.skills", "r.shift"])
    .select(["w.away_on", "w.cover_id", "absence.left_on"])
    .select(departmentsOf.as("departments"))
    .select((eb) => eb.or([isOnline(eb), hasPhone]).as("present"))
    .select(loadOf.as("load"))
    .select([lastOffer<number>("turn").as("lastTurn"), lastOffer<Date>("offered_on").as("lastOn")])
    .where("agent.company_id", "=", companyId)
    .where("disabled_on", "is", null)
    .where(
      sql<boolean>`exists (select from agent_sight s where s.company_id = agent.company_id and s.agent_id = agent.id
        and s.department_id = any(${departments}::uuid[]))`,
    )
    .orderBy("agent.id")
    .execute();
  const zone = rows.some(({ shift }) => shift) ? await companyTimeZone(scope) : "UTC";
  return rows.map((row) => ({
    ...{ id: row.id, name: agentName(row), departments: row.departments },
    ...{ languages: row.languages ?? [], skills: row.skills ?? [], cover: row.cover_id },
    ...{ capacity: row.capacity ?? routingLimits.capacity, load: Number(row.load) },
    ...{ away: row.away_on !== null, present: Boolean(row.present), leftOn: row.left_on },
    onShift: row.shift === null || quietEnd(row.shift, row.shift.time_zone ?? zone, now) !== null,
    ...{ lastTurn: Number(row.lastTurn ?? 0), lastOn: row.lastOn },
  }));
}

const hasPhone = sql<boolean>`exists (select from push_subscription p
  where p.company_id = agent.company_id and p.agent_id = agent.id and p.off_on is null)`;

/** Tickets that are snoozed wait for their client, and occupy nothing. */
const loadOf = sql<number>`(select coalesce(sum(coalesce((r.weights ->> t.platform)::integer, 1)), 0)
  from (select t.department_id, t.platform from ticket t
      where t.company_id = agent.company_id and t.handler_id = agent.id and t.closed_on is null and t.snoozed_on is null
    union all select t.department_id, t.platform from ticket_offer o
      join ticket t on t.company_id = o.company_id and t.id = o.ticket_id
      where o.company_id = agent.company_id and o.agent_id = agent.id and o.ended_on is null
        and t.handler_id is null and t.closed_on is null) t
  left join routing r on r.company_id = agent.company_id and r.department_id = t.department_id)`;

const lastOffer = <Type>(
  column: "turn" | "offered_on",
) => sql<Type | null>`(select o.${sql.ref(column)} from ticket_offer o
  where o.company_id = agent.company_id and o.agent_id = agent.id order by o.turn desc limit 1)`;
