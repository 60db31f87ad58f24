/** Waits of tickets, for the rules that hear of them. */
import type { GoalName } from "@parley/contract/goal-words";
import type { RuleGoal, RuleWait } from "@parley/contract/rule-words";
import type { RuleWhen } from "@parley/contract/rules";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import { waitsForClient } from "@parley/contract/waits-for-client";
import { unacceptedSince, unansweredSince } from "@parley/contract/waits-since";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { momentAfterOpen } from "../../support/hours/open.ts";
import { readHoursInForce } from "../../support/hours/rows.ts";
import type { RuleRow } from "./rows.ts";

const beginnings: Record<Exclude<RuleWait, RuleGoal>, (ticket: SharedTicket) => string | null> = {
  unanswered: (ticket) => unansweredSince(ticket as Ticket),
  unaccepted: (ticket) => unacceptedSince(ticket as Ticket),
  client_silent: (ticket) => (waitsForClient(ticket) ? (ticket.last_message?.created_on ?? null) : null),
};

export type Wait = { since: Date; on: Date | null };
type WaitWhen = Extract<RuleWhen, { kind: "wait" }>;

/**
 * Since when a ticket waits as the rule says, and when the rule hears of it: null for hours that have no such open time
 * within 400 days. Null for a ticket that does not wait.
 */
export type WaitOf = (when: WaitWhen, ticket: SharedTicket) => Wait | null;

/** Reads what the waits of these tickets are told by, in two statements at most. */
export async function readWaits(scope: Scope, heard: RuleWhen[], tickets: SharedTicket[]): Promise<WaitOf> {
  const waits = heard.filter((when) => when.kind === "wait");
  const hoursOf = waits.some(({ in_hours }) => in_hours) ? await readHoursInForce(scope) : () => null;
  const clocks = await readClocks(
    scope,
    waits.flatMap(({ wait }) => (isGoal(wait) ? goals[wait] : [])),
    tickets.filter(({ has_goals }) => has_goals).map(({ ticketid }) => ticketid),
  );
  return ({ wait, minutes, in_hours }, ticket) => {
    const length = minutes * 60_000;
    if (isGoal(wait)) {
      // The wait of a goal begins with its clock, so that a rule hears of each run of it once.
      const clock = clocks.get(`${ticket.ticketid} ${goals[wait]}`);
      if (!clock) return null;
      return { since: clock.since, on: clock.due ? new Date(clock.due.getTime() - length) : never };
    }
    const begun = beginnings[wait](ticket);
    if (begun === null) return null;
    const since = new Date(begun);
    const hours = in_hours ? hoursOf(ticket.departmentid) : null;
    return { since, on: hours ? momentAfterOpen(hours, since, length) : new Date(since.getTime() + length) };
  };
}

const goals: Record<RuleGoal, GoalName> = { goal_first: "first", goal_next: "next", goal_solved: "solved" };
const isGoal = (wait: RuleWait): wait is RuleGoal => wait in goals;
/** A clock that pauses, or whose hours have no such moment, is due only once it is dated. */
const never = new Date("9999-01-01");

type RunningClock = { ticket: string; goal: GoalName; since: Date; due: Date | null };

/** The clocks that run, by ticket and goal. */
async function readClocks(
  { db, companyId }: Scope,
  asked: GoalName[],
  tickets: string[],
): Promise<Map<string, RunningClock>> {
  if (asked.length === 0 || tickets.length === 0) return new Map();
  const { rows } = await sql<RunningClock>`select distinct on (ticket_id, goal) ticket_id as ticket, goal,
      began_on as since, due_on as due
    from goal_span where company_id = ${companyId} and ticket_id = any(${tickets}::uuid[])
      and goal = any(${asked}::text[]) and ended_on is null
    order by ticket_id, goal, began_on desc`.execute(db);
  return new Map(rows.map((clock) => [`${clock.ticket} ${clock.goal}`, clock]));
}

/**
 * Notes when each rule hears of the tickets' waits. A wait of which the rule was asked stays as it is, unless its moment has
 * moved and lies ahead again; one that began before the rule was switched on is not noted.
 */
export async function noteWaits(scope: Scope, tickets: SharedTicket[], rules: RuleRow[]): Promise<void> {
  const heard = rules.map((rule) => rule.heard);
  if (tickets.length === 0 || !heard.some(({ kind }) => kind === "wait")) return;
  const waitOf = await readWaits(scope, heard, tickets);
  const waits = tickets.flatMap((ticket) =>
    rules.flatMap(({ id, heard: when, enabled_on }) => {
      const wait = when.kind === "wait" && enabled_on ? waitOf(when, ticket) : null;
      if (!wait || !enabled_on || wait.since < enabled_on) return [];
      return [{ ticket: ticket.ticketid, rule: id, ...wait }];
    }),
  );
  const { db, companyId } = scope;
  const kept = JSON.stringify(waits.map(({ ticket, rule }) => ({ ticket, rule })));
  await sql`delete from rule_wait w where company_id = ${companyId}
    and ticket_id = any(${tickets.map(({ ticketid }) => ticketid)}::uuid[])
    and not exists (select from jsonb_to_recordset(${kept}::jsonb) k (ticket uuid, rule uuid)
      where k.ticket = w.ticket_id and k.rule = w.rule_id)`.execute(db);
  if (waits.length === 0) return;
  await sql`insert into rule_wait (company_id, ticket_id, rule_id, since, due_on)
    select ${companyId}, w.ticket, w.rule, w.since, w."on"
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb)
      w (ticket uuid, rule uuid, since timestamptz(3), "on" timestamptz(3))
    order by w.ticket, w.rule
    on conflict (company_id, ticket_id, rule_id) do update set since = excluded.since, due_on = excluded.due_on
      where rule_wait.since <> excluded.since or rule_wait.due_on is not null or excluded.due_on > ${scope.now}`.execute(
    db,
  );
}
