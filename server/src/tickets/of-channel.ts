import { seesAllDepartments } from "@parley/contract/permissions";
import { type RawBuilder, sql } from "kysely";
import type { AgentActor } from "../database/scope.ts";

/** Whether the agent may see a ticket of the query's `channel`. */
export function hasTicketFor(actor: AgentActor): RawBuilder<boolean> {
  const visible = seesAllDepartments(actor) ? sql`true` : sql`t.department_id = ${actor.departmentid}`;
  return sql<boolean>`exists (select from ticket t where t.company_id = channel.company_id
    and t.channel_id = channel.id and ${visible})`;
}
