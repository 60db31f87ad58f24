/** Tickets that wait to be offered. */
import type { Platform } from "@parley/contract/values";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import type { WaitingTicket } from "./decide.ts";

/** A ticket that waits to be accepted. */
export const waits = sql.raw(
  "t.handler_id is null and t.closed_on is null and t.snoozed_on is null and t.spam_on is null and t.deleted_on is null and t.merged_into is null",
);

export const offered = sql.raw(
  "exists (select from ticket_offer o where o.company_id = t.company_id and o.ticket_id = t.id and o.ended_on is null)",
);

export type WaitingRow = {
  id: string;
  departmentId: string;
  platform: Platform;
  clientId: string;
  since: Date;
  language: string | null;
  tags: string[];
};

/** The longest waiting first, after the last row of the page before. */
export async function readWaiting(
  scope: Scope,
  { departments, limit, after }: { departments: string[]; limit: number; after?: WaitingRow | undefined },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select * from (${selectTickets(sql`t.company_id = ${scope.companyId}
      and t.department_id = any(${departments}::uuid[]) and ${waits} and not ${offered}`)}) w
    where ${after ? sql`(since, id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by since, id limit ${limit}`.execute(scope.db);
  return rows;
}

/** One ticket, whether or not it waits. */
export async function readTicket(scope: Scope, id: string): Promise<WaitingRow | undefined> {
  const { rows } = await selectTickets(sql`t.company_id = ${scope.companyId} and t.id = ${id}`).execute(
    scope.db,
  );
  return rows[0];
}

const selectTickets = (
  where: ReturnType<typeof sql>,
) => sql<WaitingRow>`select t.id, t.department_id as "departmentId", t.platform,
    t.client_id as "clientId", greatest(t.created_on, t.reopened_on) as since,
    (select lower(substring(i.lang from '^[A-Za-z]+')) from client_identity i where i.company_id = t.company_id
      and i.channel_id = t.channel_id and i.external_id = t.client_external_id) as language,
    array(select x.tag_id from ticket_tag x where x.company_id = t.company_id and x.ticket_id = t.id) as tags
  from ticket t where ${where}`;

/** Adds who handled the client's last ticket, where the department asks for it, and who let an offer lapse. */
export async function withPast(
  { db, companyId, now }: Scope,
  rows: WaitingRow[],
  daysOf: (departmentId: string) => number,
): Promise<WaitingTicket[]> {
  if (rows.length === 0) return [];
  const asked = rows
    .filter(({ departmentId }) => daysOf(departmentId) > 0)
    .map(({ id, clientId, departmentId }) => ({
      ...{ id, client: clientId },
      since: new Date(now.getTime() - daysOf(departmentId) * 86_400_000),
    }));
  const previous = await sql<{ id: string; handler: string }>`select a.id, h.handler_id as handler
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a (id uuid, client uuid, since timestamptz)
    cross join lateral (select t.handler_id from ticket t
      where t.company_id = ${companyId} and t.client_id = a.client and t.handler_id is not null and t.updated_on >= a.since
      order by t.updated_on desc limit 1) h`.execute(db);
  const lapsed = await sql<{
    id: string;
    agent: string;
    turn: number;
  }>`select o.ticket_id as id, o.agent_id as agent,
      max(o.turn) as turn from ticket_offer o
    join jsonb_to_recordset(${JSON.stringify(rows.map(({ id, since }) => ({ id, since })))}::jsonb) a (id uuid, since timestamptz)
      on a.id = o.ticket_id
    where o.company_id = ${companyId} and o.ended = 'lapsed' and o.offered_on >= a.since
    group by o.ticket_id, o.agent_id`.execute(db);
  const handlers = new Map(previous.rows.map(({ id, handler }) => [id, handler]));
  const passes = Map.groupBy(lapsed.rows, ({ id }) => id);
  return rows.map(({ id, departmentId, platform, language, tags }) => ({
    ...{ id, departmentId, platform, language, tags },
    previous: handlers.get(id) ?? null,
    passed: new Map(passes.get(id)?.map(({ agent, turn }) => [agent, Number(turn)])),
  }));
}
