/** Waits of tickets, for the rules that hear of them. */
import type { GoalName } from "@parley/contract/goal-words";
import type { RuleGoal, RuleWait } from "@parley/contract/rule-words";
import type { RuleWhen } from "@parley/contract/rules";
import type { SharedTicket, Ticket } from "@parley/contract/tickets";
import { waitsForClient } from "@parley/contract/waits-for-client";
import { unacceptedSince, unansweredSince } from "@parley/contract/waits-since";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { momentAfterOpen } from "../hours/open.ts";
import { readHoursOf } from "../hours/rows.ts";
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
export async function waitOf(scope: Scope, when: WaitWhen, ticket: SharedTicket): Promise<Wait | null> {
  if (isGoal(when.wait)) return beforeGoal(scope, goals[when.wait], when.minutes, ticket);
  const begun = beginnings[when.wait](ticket);
  if (begun === null) return null;
  const since = new Date(begun);
  const length = when.minutes * 60_000;
  const hours = when.in_hours ? await readHoursOf(scope, ticket.departmentid) : null;
  return { since, on: hours ? momentAfterOpen(hours, since, length) : new Date(since.getTime() + length) };
}

const goals: Record<RuleGoal, GoalName> = { goal_first: "first", goal_next: "next", goal_solved: "solved" };
const isGoal = (wait: RuleWait): wait is RuleGoal => wait in goals;
/** A clock that pauses, or whose hours have no such moment, is due only once it is dated. */
const never = new Date("9999-01-01");

/** The wait of a goal begins with its clock, so that a rule hears of each run of it once. */
async function beforeGoal(
  { db, companyId }: Scope,
  goal: GoalName,
  minutes: number,
  { ticketid, has_goals }: SharedTicket,
): Promise<Wait | null> {
  if (!has_goals) return null;
  const { rows } = await sql<{ began_on: Date; due_on: Date | null }>`select began_on, due_on from goal_span
    where company_id = ${companyId} and ticket_id = ${ticketid} and goal = ${goal} and ended_on is null
    order by began_on desc limit 1`.execute(db);
  const [clock] = rows;
  if (!clock) return null;
  const { began_on: since, due_on } = clock;
  return { since, on: due_on ? new Date(due_on.getTime() - minutes * 60_000) : never };
}

/**
 * Notes when each rule hears of the ticket's wait. A wait of which the rule was asked stays as it is, unless its moment has
 * moved and lies ahead again; one that began before the rule was switched on is not noted.
 */
export async function noteWaits(scope: Scope, ticket: SharedTicket, rules: RuleRow[]): Promise<void> {
  if (!rules.some(({ heard }) => heard.kind === "wait")) return;
  const waits: { rule: string; since: Date; on: Date | null }[] = [];
  for (const rule of rules) {
    if (rule.heard.kind !== "wait" || !rule.enabled_on) continue;
    const wait = await waitOf(scope, rule.heard, ticket);
    if (wait && wait.since >= rule.enabled_on) waits.push({ rule: rule.id, ...wait });
  }
  const { db, companyId } = scope;
  const kept = waits.map(({ rule }) => rule);
  await sql`delete from rule_wait where company_id = ${companyId} and ticket_id = ${ticket.ticketid}
    and rule_id <> all(${kept}::uuid[])`.execute(db);
  if (waits.length === 0) return;
  await sql`insert into rule_wait (company_id, ticket_id, rule_id, since, due_on)
    select ${companyId}, ${ticket.ticketid}, w.rule, w.since, w."on"
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) w (rule uuid, since timestamptz(3), "on" timestamptz(3))
    order by w.rule
    on conflict (company_id, ticket_id, rule_id) do update set since = excluded.since, due_on = excluded.due_on
      where rule_wait.since <> excluded.since or rule_wait.due_on is not null or excluded.due_on > ${scope.now}`.execute(
    db,
  );
}
