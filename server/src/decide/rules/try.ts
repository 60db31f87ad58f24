/** Tries a rule on the newest tickets: it reads alone, in a transaction that cannot write. */
import { type RuleOutcome, ruleEvents, ruleLimits } from "@parley/contract/rule-words";
import type { RuleWhen, TriedRule, TryRule } from "@parley/contract/rules";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Scope } from "../../floor/database/scope.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { checkFields } from "../../support/conditions/reading.ts";
import { viewSharedTickets } from "../../support/tickets/view.ts";
import { type Decision, decide, effectOf } from "./decide.ts";
import { findRule, type RuleDefinition } from "./rows.ts";
import { readWaits } from "./waits.ts";

/** Tickets are judged as they are now. */
export async function tryRule(scope: Scope, { ruleid, ...settings }: TryRule): Promise<TriedRule> {
  await sql`set transaction read only`.execute(scope.db);
  await checkFields(scope, settings.condition);
  const { name, departmentids, when, condition, actions, stops } = settings;
  const rule = { name, departments: departmentids, heard: when, condition, actions, stops };
  const before = ruleid ? await findRule(scope, ruleid) : null;
  const tickets = await newestTickets(scope);
  const zone = await companyTimeZone(scope);
  const asking = { scope, zone };
  const now = await judgedBy(asking, rule, tickets);
  const then = before && (await judgedBy(asking, before, tickets));
  const listed = tickets.filter(({ ticketid }) => now.has(ticketid) || then?.has(ticketid));
  return {
    tickets: tickets.length,
    heard: now.size,
    ran: [...now.values()].filter(({ outcome }) => outcome === "ran").length,
    listed: listed.map((ticket) => {
      const decision = now.get(ticket.ticketid) ?? { outcome: "condition" as const, leaves: [] };
      return {
        ...{ ticketid: ticket.ticketid, short_id: ticket.short_id, client_name: ticket.client_name },
        ...(ticket.subject !== undefined && { subject: ticket.subject }),
        ...{ departmentid: ticket.departmentid, department_name: ticket.department_name },
        updated_on: ticket.updated_on,
        ...decision,
        changes: decision.outcome === "ran" ? changesIn(rule, ticket) : [],
        ...(then && { before: outcomeBefore(then.get(ticket.ticketid)) }),
      };
    }),
  };
}

const changesIn = ({ actions }: RuleDefinition, ticket: SharedTicket) => [
  ...new Set(actions.filter((one) => effectOf(one, ticket) === "changes").map(({ kind }) => kind)),
];

/** A ticket of which the version before heard nothing would not have been changed. */
const outcomeBefore = (decision: Decision | undefined): RuleOutcome => decision?.outcome ?? "condition";

type Asking = { scope: Scope; zone: string };

/** The outcome of the rule for each ticket of which it hears. */
async function judgedBy(
  { scope, zone }: Asking,
  rule: RuleDefinition,
  tickets: SharedTicket[],
): Promise<Map<string, Decision>> {
  const heard = await heardOf(scope, rule.heard, tickets);
  return new Map(
    heard.map((ticket) => {
      const decision = decide(
        { ...rule, id: "" },
        { ticket, now: scope.now, zone, chain: [], runs: 0, stopped: false },
      );
      const closed =
        decision.outcome === "ran" && rule.actions.some((one) => effectOf(one, ticket) === "closed");
      return [ticket.ticketid, closed ? { ...decision, outcome: "refused" as const } : decision];
    }),
  );
}

async function heardOf(scope: Scope, when: RuleWhen, tickets: SharedTicket[]): Promise<SharedTicket[]> {
  if (when.kind === "event") {
    const ids = new Set(await withEvents(scope, when, tickets));
    return tickets.filter(({ ticketid }) => ids.has(ticketid));
  }
  const waitOf = await readWaits(scope, [when], tickets);
  return tickets.filter((ticket) => {
    const wait = waitOf(when, ticket);
    return wait?.on && wait.on <= scope.now;
  });
}

/** The tickets in which one of the events happened within the time that judgements are kept. */
async function withEvents(
  { db, companyId, now }: Scope,
  { events }: Extract<RuleWhen, { kind: "event" }>,
  tickets: SharedTicket[],
): Promise<string[]> {
  const heard = events.flatMap((name) => {
    const { kinds, from }: { kinds: readonly string[]; from?: readonly string[] } = ruleEvents[name];
    return kinds.map((kind) => ({ kind, from: from ?? null }));
  });
  const { rows } = await sql<{ id: string }>`select t.id
    from unnest(${tickets.map(({ ticketid }) => ticketid)}::uuid[]) t (id)
    where exists (select from event e
      join jsonb_to_recordset(${JSON.stringify(heard)}::jsonb) h (kind text, "from" jsonb)
        on h.kind = e.kind and (h."from" is null or h."from" ? e.actor_kind)
      where e.company_id = ${companyId} and e.subject_type = 'ticket' and e.subject_id = t.id
        and e.time > ${new Date(now.getTime() - ruleLimits.kept)})`.execute(db);
  return rows.map(({ id }) => id);
}

async function newestTickets(scope: Scope): Promise<SharedTicket[]> {
  const rows = await scope.db
    .selectFrom("ticket")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .orderBy("updated_on", "desc")
    .limit(ruleLimits.tried)
    .execute();
  const tickets = await viewSharedTickets(
    scope,
    rows.map(({ id }) => id),
  );
  return tickets.toSorted((one, other) => other.updated_on.localeCompare(one.updated_on));
}
