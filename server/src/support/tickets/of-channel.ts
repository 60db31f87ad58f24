import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../floor/actors/actor.ts";

/** True if the agent may see a ticket of the query's `channel`. */
export function hasTicketFor({ departments }: Pick<Actor, "departments">): RawBuilder<boolean> {
  const visible = departments === "all" ? sql`true` : sql`t.department_id = any(${departments}::uuid[])`;
  return sql<boolean>`exists (select from ticket t where t.company_id = channel.company_id
    and t.channel_id = channel.id and ${visible})`;
}
