/** The clocks of a ticket: what counted, and what paused. */
import { goalLimits } from "@parley/contract/goal-limits";
import type { GoalName } from "@parley/contract/goal-words";
import type { GoalClock, TicketGoals } from "@parley/contract/goals";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { alwaysOpen, type OpenTime, readOpenTime } from "../../support/hours/open-time.ts";
import { readHoursOf } from "../../support/hours/rows.ts";
import { accessTicket } from "../../support/ticket/access.ts";
import { membersOf } from "../../support/ticket/merged.ts";

type Row = {
  goal: GoalName;
  department_id: string;
  policy_name: string;
  in_hours: boolean;
  pauses: boolean;
  minutes: number;
  began_on: Date;
  ended_on: Date | null;
  due_on: Date | null;
  paused_on: Date | null;
};
type Stretch = { from: number; to: number };

/** The newest first. */
export async function showTicketGoals(scope: Scope, id: string): Promise<TicketGoals> {
  const ticket = await accessTicket(scope, id, "see");
  const { rows } = await sql<Row>`
    select s.goal, s.department_id, p.name as policy_name, p.in_hours, p.pauses, s.minutes, s.began_on, s.ended_on,
      s.due_on, s.paused_on
    from goal_span s join goal_policy p on p.company_id = s.company_id and p.id = s.policy_id
    where s.company_id = ${scope.companyId} and s.ticket_id = ${ticket.id}
    order by s.ended_on desc nulls first, s.began_on desc, s.goal limit ${goalLimits.spans}`.execute(
    scope.db,
  );
  const turns = rows.some(({ goal, pauses }) => goal === "solved" && pauses)
    ? await readTurns(scope, membersOf(ticket), ticket.created_on)
    : [];
  const clocks: GoalClock[] = [];
  for (const row of rows) {
    const open = row.in_hours ? await readOpenTime(scope, row.department_id) : alwaysOpen;
    clocks.push(viewClock(row, { open, turns, now: scope.now.getTime() }));
  }
  const hours = await readHoursOf(scope, ticket.department_id);
  return { clocks, time_zone: hours?.time_zone ?? (await companyTimeZone(scope)) };
}

type Facts = { open: OpenTime; turns: Stretch[]; now: number };

function viewClock(row: Row, { open, turns, now }: Facts): GoalClock {
  const begin = row.began_on.getTime();
  const end = row.ended_on?.getTime() ?? now;
  const due = row.due_on?.getTime() ?? null;
  // A goal that was missed pauses no more.
  const pauses =
    row.goal === "solved" && row.pauses
      ? turns.filter(({ from, to }) => to > begin && from < Math.min(end, due ?? end)).map(cutTo(begin, end))
      : [];
  const counts = withoutPauses(open.between(begin, end), pauses);
  return {
    ...{ goal: row.goal, policy_name: row.policy_name, in_hours: row.in_hours, minutes: row.minutes },
    began_on: row.began_on.toISOString(),
    ended_on: row.ended_on?.toISOString() ?? null,
    due_on: row.due_on?.toISOString() ?? null,
    paused_on: row.ended_on ? null : (row.paused_on?.toISOString() ?? null),
    missed: due !== null && due < end,
    counted: Math.floor(counts.reduce((total, { from, to }) => total + to - from, 0) / 60_000),
    counts: counts.slice(-goalLimits.days * 12).map(view),
    pauses: pauses.slice(-goalLimits.pauses).map(view),
  };
}

const cutTo =
  (begin: number, end: number) =>
  ({ from, to }: Stretch): Stretch => ({ from: Math.max(from, begin), to: Math.min(to, end) });

const view = ({ from, to }: Stretch) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

function withoutPauses(stretches: Stretch[], pauses: Stretch[]): Stretch[] {
  return pauses.reduce(
    (left, pause) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, pause.from) },
          { from: Math.max(from, pause.to), to },
        ].filter((part) => part.from < part.to),
      ),
    stretches,
  );
}

/** The stretches in which the client was to write. */
async function readTurns({ db, companyId }: Scope, ids: string[], since: Date): Promise<Stretch[]> {
  const { rows } = await sql<{ from_on: Date; to_on: Date | null }>`
    select from_on, to_on from client_turns(${companyId}, ${ids}::uuid[], ${since}) order by from_on`.execute(
    db,
  );
  return rows.map(({ from_on, to_on }) => ({
    from: from_on.getTime(),
    to: to_on?.getTime() ?? Number.POSITIVE_INFINITY,
  }));
}
