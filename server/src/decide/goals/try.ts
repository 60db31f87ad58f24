/** Tries a policy on the tickets that came within 30 days: it reads alone, in a transaction that cannot write. */
import { goalLimits } from "@parley/contract/goal-limits";
import { type GoalName, goalNames } from "@parley/contract/goal-words";
import type { GoalSettings, GoalTargets, TriedGoalPolicy } from "@parley/contract/goals";
import type { Priority } from "@parley/contract/priorities";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { readingOf } from "../../support/conditions/reading.ts";
import { holdsSql } from "../../support/conditions/to-sql.ts";
import { alwaysOpen, type OpenTime, readOpenTime } from "../../support/hours/open-time.ts";
import { type Clock, type Happened, isMissed, replay } from "./replay.ts";

type Ticket = {
  id: string;
  short_id: string;
  client_name: string;
  department_id: string;
  department_name: string;
  priority: Priority;
  created_on: Date;
  chosen: boolean;
};
/** The messages that are read at most, of the newest tickets. */
const mostHappened = 100_000;

/** Tickets are judged with their present department, priority and tags, and by the present hours. */
export async function tryPolicy(scope: Scope, settings: GoalSettings): Promise<TriedGoalPolicy> {
  await sql`set transaction read only`.execute(scope.db);
  const tickets = await readTickets(scope, settings);
  const chosen = tickets.filter((ticket) => ticket.chosen);
  const happened = await readHappened(
    scope,
    chosen.map(({ id }) => id),
  );
  const opens = new Map<string, OpenTime>();
  const now = scope.now.getTime();
  let met = 0;
  const missed: { ticket: Ticket; clock: Clock }[] = [];
  for (const ticket of chosen) {
    const open = settings.in_hours
      ? (opens.get(ticket.department_id) ?? (await readOpenTime(scope, ticket.department_id)))
      : alwaysOpen;
    opens.set(ticket.department_id, open);
    const terms = { minutes: minutesOf(settings.targets, ticket.priority), pauses: settings.pauses, open };
    for (const clock of replay(ticket.created_on.getTime(), happened.get(ticket.id) ?? [], terms)) {
      if (isMissed(clock, now)) missed.push({ ticket, clock });
      else if (clock.ended !== null) met += 1;
    }
  }
  missed.sort((one, other) => (other.clock.due ?? 0) - (one.clock.due ?? 0));
  return {
    ...{ tickets: tickets.length, chosen: chosen.length, met, missed: missed.length },
    listed: missed.slice(0, goalLimits.listed).map(({ ticket, clock }) => ({
      ...{ ticketid: ticket.id, short_id: ticket.short_id, client_name: ticket.client_name },
      ...{ department_name: ticket.department_name, goal: clock.goal },
      began_on: new Date(clock.began).toISOString(),
      due_on: new Date(clock.due ?? 0).toISOString(),
      ended_on: clock.ended === null ? null : new Date(clock.ended).toISOString(),
    })),
  };
}

const minutesOf = (targets: GoalTargets, priority: Priority) =>
  Object.fromEntries(goalNames.map((goal) => [goal, targets[goal][priority]])) as Record<
    GoalName,
    number | null
  >;

async function readTickets(scope: Scope, { condition }: GoalSettings): Promise<Ticket[]> {
  const { db, companyId, now } = scope;
  const since = new Date(now.getTime() - goalLimits.triedDays * 86_400_000);
  const reading = { ...(await readingOf(scope, condition)), viewer: null };
  const { rows } = await sql<Ticket>`
    select ticket.id, c.short_id, c.name as client_name, ticket.department_id, d.name as department_name,
      ticket.priority, ticket.created_on, ${holdsSql(condition, reading)} as chosen
    from ticket
    join client c on c.company_id = ticket.company_id and c.id = ticket.client_id
    join department d on d.company_id = ticket.company_id and d.id = ticket.department_id
    where ticket.company_id = ${companyId} and ticket.created_on > ${since}
      and not is_spam(ticket.closed_on, ticket.spam_on)
    order by ticket.created_on desc limit ${goalLimits.tried}`.execute(db);
  return rows;
}

/** Reads what happened in each ticket and in those that were merged into it, in order. */
async function readHappened({ db, companyId }: Scope, ids: string[]): Promise<Map<string, Happened[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; kind: Happened["kind"]; at: Date }>`
    select t.id, h.kind, h.at from ticket t cross join lateral (
      select case when m.type = 'close' then 'closed' when m.type = 'reopen' then 'reopened'
          when m.is_agent then 'agent' else 'client' end as kind,
        m.created_on as at, m.seq
      from message m
      where m.company_id = t.company_id and m.ticket_id = any(t.id || coalesce(t.merged_tickets, '{}'))
        and m.type <> 'rating'
        and (not m.is_agent or m.type = 'close' or m.type = 'reopen' or (m.agent_id is not null and m.purpose is null))) h
    where t.company_id = ${companyId} and t.id = any(${ids}::uuid[])
    order by t.created_on desc, t.id, h.at, h.seq limit ${mostHappened}`.execute(db);
  const happened = new Map<string, Happened[]>();
  for (const { id, kind, at } of rows)
    happened.set(id, [...(happened.get(id) ?? []), { kind, at: at.getTime() }]);
  return happened;
}
