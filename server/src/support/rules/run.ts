/**
 * Asks the rules about what happened. `rule_due` lists events and `rule_wait` the waits that are due. A ticket is read and
 * judged without a lock; only where a rule is to act, it is judged again under the ticket's lock, and the changes, what
 * came of each rule and the end of what was due are one transaction: several workers and a crash leave each of them once.
 */
import { type RuleEvent, type RuleOutcome, ruleEventOf } from "@parley/contract/rule-words";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { yieldToMessages } from "../../work/yield.ts";
import { lockTicket } from "../ticket/access.ts";
import { findTarget } from "../ticket/merged.ts";
import { viewSharedTickets } from "../tickets/view.ts";
import { carryOut, tellLoop } from "./act.ts";
import { type Decision, decide } from "./decide.ts";
import { type Kept, writeKept } from "./kept.ts";
import { type RuleRow, selectRules } from "./rows.ts";
import { noteWaits, waitOf } from "./waits.ts";

/** The tickets of one look, and the events of a ticket in one transaction. */
const mostTickets = 200;
const mostEvents = 50;
/** Milliseconds until a ticket that failed is tried again; an event of it that failed so often is left. */
const retryAfter = 60_000;
const mostTries = 5;

type Due = { companyId: string; ticketId: string; dueOn: Date };

/** Milliseconds in which one run takes further tickets. */
const longestRun = 2_000;
/** Milliseconds between two tickets in a process with time to spare; in a busy one messages go first, so long as nothing has been due for longer. */
const betweenTickets = 2;
const longestYielded = 10_000;

export async function sweepRules(context: Context): Promise<void> {
  const begun = performance.now();
  const known: KnownRules = new Map();
  for (let found = mostTickets; found === mostTickets && performance.now() - begun < longestRun; ) {
    const due = await findDue(context);
    found = due.length;
    for (const ticket of due) {
      await askAbout(context, ticket, known);
      if (context.clock().getTime() - ticket.dueOn.getTime() < longestYielded)
        await yieldToMessages(betweenTickets);
    }
  }
}

/** Companies take turns: a busy one does not hold up the others. */
async function findDue(context: Context): Promise<Due[]> {
  const now = context.clock();
  return acrossCompanies(context, async (db) => {
    const { rows } =
      await sql<Due>`select company_id as "companyId", ticket_id as "ticketId", due_on as "dueOn" from (
        select company_id, ticket_id, min(due_on) as due_on,
          row_number() over (partition by company_id order by min(due_on)) as turn
        from ((select company_id, ticket_id, due_on from rule_due where due_on <= ${now} order by due_on limit 2000)
          union all (select company_id, ticket_id, due_on from rule_wait where due_on <= ${now} order by due_on limit 2000)) d
        group by company_id, ticket_id) t
      order by turn, due_on limit ${mostTickets}`.execute(db);
    return rows;
  });
}

/** A ticket that fails is tried again later, so that it holds up no other. */
async function askAbout(context: Context, due: Due, known: KnownRules): Promise<void> {
  const desk = { kind: "desk", companyId: due.companyId } as const;
  try {
    const judged = await inCompany(context, desk, (scope) => judgeOnly(scope, due.ticketId, known));
    if (judged === "to act") await inCompany(context, desk, (scope) => judgeAndAct(scope, due.ticketId));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (error instanceof TakenByAnother) return;
    context.log.error({ err: error, ticket: due.ticketId }, "Rules of a ticket failed");
    await inCompany(context, desk, (scope) => putOff(scope, due.ticketId));
  }
}

/** Another worker has judged what this one was about to end: nothing of it stays. */
class TakenByAnother extends Error {}

/** The rules of each company, read once in a sweep for what is judged without a lock. */
type KnownRules = Map<string, RuleRow[]>;

async function putOff({ db, companyId, now }: Scope, ticketId: string): Promise<void> {
  const later = new Date(now.getTime() + retryAfter);
  await sql`delete from rule_due where company_id = ${companyId} and ticket_id = ${ticketId} and tries >= ${mostTries}`.execute(
    db,
  );
  await sql`update rule_due set due_on = ${later}, tries = tries + 1
    where company_id = ${companyId} and ticket_id = ${ticketId}`.execute(db);
  await sql`update rule_wait set due_on = ${later} where company_id = ${companyId} and ticket_id = ${ticketId}
    and due_on <= ${now}`.execute(db);
}

/** An event, or a wait of one rule, that rules are asked about. */
type Happening = {
  /** Its name in what is kept. */
  occasion: string;
  heard: string;
  /** The event's number; null of a wait. */
  number: number | null;
  message: string | null;
  /** The rules by which it was caused. */
  chain: string[];
  hears(rule: RuleRow): boolean;
};

type Situation = { ticket: SharedTicket; rules: RuleRow[]; zone: string; runs: number };

/** Judges without a lock. Where no rule is to act, that is what comes of it. */
async function judgeOnly(
  scope: Scope<DeskActor>,
  threadId: string,
  known: KnownRules,
): Promise<"to act" | "done"> {
  const due = await readDue(scope, threadId);
  const rules = known.get(scope.companyId) ?? (await enabledRules(scope));
  known.set(scope.companyId, rules);
  const ticket = await viewTarget(scope, threadId);
  if (!ticket) {
    await end(scope, threadId, due);
    return "done";
  }
  const situation = { ticket, rules, zone: await companyTimeZone(scope), runs: 0 };
  const happenings = await happeningsOf(scope, { threadId, due, situation });
  const judgeAll = createJudge(scope, situation);
  const judged = happenings.map((one) => ({ one, kept: judgeAll(one) }));
  if (judged.some(({ kept }) => kept.some(({ outcome }) => changesTicket.has(outcome)))) return "to act";
  await end(scope, threadId, due);
  await keep(scope, ticket.ticketid, judged);
  await noteWaits(scope, ticket, rules);
  return "done";
}

/** Outcomes that write to the ticket: a loop has a line in its timeline. */
const changesTicket: ReadonlySet<RuleOutcome> = new Set(["ran", "loop"]);

const enabledRules = (scope: Scope): Promise<RuleRow[]> =>
  selectRules(scope).where("rule.enabled_on", "is not", null).execute();

/** The ticket, or the one into which it was merged. Null for one that is deleted, or gone. */
async function viewTarget(scope: Scope, threadId: string): Promise<SharedTicket | null> {
  const [own] = await viewSharedTickets(scope, [threadId]);
  if (own) return own;
  const target = await findTarget(scope, threadId);
  const [merged] = target ? await viewSharedTickets(scope, [target]) : [];
  return merged ?? null;
}

/** Judges under the ticket's lock, each rule of the ticket as the one before has left it. */
async function judgeAndAct(scope: Scope<DeskActor>, threadId: string): Promise<void> {
  let locked = await lockTicket(scope, (await findTarget(scope, threadId)) ?? threadId);
  const due = await takeDue(scope, threadId);
  const ticket = locked && (await viewTarget(scope, locked.id));
  if (!locked || !ticket) return;
  const rules = await enabledRules(scope);
  const zone = await companyTimeZone(scope);
  let situation: Situation = { ticket, rules, zone, runs: await countRuns(scope, ticket.ticketid) };
  const judged: Judgement[] = [];
  for (const one of await happeningsOf(scope, { threadId, due, situation })) {
    const kept: Kept[] = [];
    judged.push({ one, kept });
    let stopped = false;
    for (const rule of rules) {
      if (!one.hears(rule)) continue;
      const decision = decideFor(scope, rule, one, situation, stopped);
      if (decision.outcome === "loop") await tellLoop(scope, locked, rule, one.chain);
      if (decision.outcome !== "ran") {
        kept.push(keptOf(rule, decision));
        continue;
      }
      const reason = await carryOut(scope, locked, rule, one);
      if (reason) {
        kept.push({ ...keptOf(rule, { ...decision, outcome: "refused" }), reason });
        continue;
      }
      kept.push(keptOf(rule, decision));
      stopped ||= rule.stops;
      locked = (await lockTicket(scope, locked.id)) ?? locked;
      const after = (await viewTarget(scope, locked.id)) ?? situation.ticket;
      situation = { ...situation, ticket: after, runs: situation.runs + 1 };
    }
  }
  await keep(scope, ticket.ticketid, judged);
  await noteWaits(scope, situation.ticket, rules);
}

async function countRuns({ db, companyId, now }: Scope, ticketId: string): Promise<number> {
  const hour = new Date(now.getTime() - 3_600_000);
  const { rows } = await sql<{ runs: number }>`select count(*)::integer as runs from rule_run
    where company_id = ${companyId} and ticket_id = ${ticketId} and time > ${hour}`.execute(db);
  return rows[0]?.runs ?? 0;
}

type DueRows = { events: number[]; waits: string[] };

async function readDue({ db, companyId, now }: Scope, threadId: string): Promise<DueRows> {
  const { rows } = await sql<DueRows>`select
    array(select number from rule_due where company_id = ${companyId} and ticket_id = ${threadId}
      order by number limit ${mostEvents}) as events,
    array(select rule_id from rule_wait where company_id = ${companyId} and ticket_id = ${threadId}
      and due_on <= ${now}) as waits`.execute(db);
  return rows[0] ?? { events: [], waits: [] };
}

/** Ends what was due when it was read. Throws when another worker has ended some of it meanwhile. */
async function end({ db, companyId }: Scope, threadId: string, { events, waits }: DueRows): Promise<void> {
  const ended = await sql`delete from rule_due where company_id = ${companyId} and ticket_id = ${threadId}
    and number = any(${events}::integer[])`.execute(db);
  if (Number(ended.numAffectedRows) < events.length) throw new TakenByAnother();
  if (waits.length === 0) return;
  const asked = await sql`update rule_wait set due_on = null where company_id = ${companyId}
    and ticket_id = ${threadId} and rule_id = any(${waits}::uuid[]) and due_on is not null`.execute(db);
  if (Number(asked.numAffectedRows) < waits.length) throw new TakenByAnother();
}

/** Ends what is due, before it is judged: another worker finds nothing left. */
async function takeDue(scope: Scope, threadId: string): Promise<DueRows> {
  const due = await readDue(scope, threadId);
  await end(scope, threadId, due);
  return due;
}

type Asked = { threadId: string; due: DueRows; situation: Situation };

async function happeningsOf(scope: Scope, { threadId, due, situation }: Asked): Promise<Happening[]> {
  const { ticketid: ticketId } = situation.ticket;
  const events = await readEvents(scope, threadId, due.events);
  const heard: Happening[] = [];
  for (const event of events) {
    const name = ruleEventOf(event.kind, event.actor_kind);
    if (!name) continue;
    heard.push({
      ...{ occasion: occasionOf(threadId, ticketId, event.number), heard: name },
      ...{ number: event.number, message: event.message, chain: event.chain ?? [] },
      hears: (rule) => hearsEvent(rule, name, event.time),
    });
  }
  for (const rule of situation.rules) {
    if (!due.waits.includes(rule.id) || rule.heard.kind !== "wait") continue;
    const wait = await waitOf(scope, rule.heard, situation.ticket);
    // It waits no longer, or its hours have changed: `noteWaits` notes it anew.
    if (!wait?.on || wait.on > scope.now) continue;
    heard.push({
      ...{ occasion: `w${rule.number}:${wait.since.getTime()}`, heard: rule.heard.wait },
      ...{ number: null, message: null, chain: [] },
      hears: ({ id }) => id === rule.id,
    });
  }
  return heard;
}

const hearsEvent = ({ heard, enabled_on: since }: RuleRow, name: RuleEvent, time: Date): boolean =>
  heard.kind === "event" && heard.events.includes(name) && since !== null && time >= since;

/** An event of a ticket that was merged has that one's number. */
const occasionOf = (threadId: string, ticketId: string, number: number): string =>
  threadId === ticketId ? String(number) : `${threadId.slice(0, 8)}:${number}`;

/** `chain`: of the run that caused the event. */
async function readEvents({ db, companyId }: Scope, threadId: string, numbers: number[]) {
  if (numbers.length === 0) return [];
  return db
    .selectFrom("event")
    .select(["number", "kind", "actor_kind", "time"])
    .select(sql<string | null>`facts ->> 'message'`.as("message"))
    .select(
      sql<string[] | null>`case when actor_kind = 'rule' then (select r.chain from rule_run r
        where r.company_id = event.company_id and r.ticket_id = event.subject_id and r.rule_id = event.actor_id
          and event.number between r.first and r.last limit 1) end`.as("chain"),
    )
    .where("company_id", "=", companyId)
    .where("subject_type", "=", "ticket")
    .where("subject_id", "=", threadId)
    .where("number", "in", numbers)
    .orderBy("number")
    .execute();
}

function decideFor(
  { now }: Scope,
  rule: RuleRow,
  { chain }: Happening,
  { ticket, zone, runs }: Situation,
  stopped: boolean,
): Decision {
  return decide(rule, { ticket, now, zone, chain, runs, stopped });
}

/** Judges events that the same rules hear, and that the same runs caused, once: the ticket is the same for all of them. */
function createJudge(scope: Scope, situation: Situation): (happening: Happening) => Kept[] {
  const known = new Map<string, Kept[]>();
  return (happening) => {
    const rules = situation.rules.filter((rule) => happening.hears(rule));
    const key = [...rules.map(({ number }) => number), ...happening.chain].join();
    const kept =
      known.get(key) ??
      rules.map((rule) => keptOf(rule, decideFor(scope, rule, happening, situation, false)));
    known.set(key, kept);
    return kept;
  };
}

const keptOf = ({ number, version }: RuleRow, { outcome, leaves }: Decision): Kept => ({
  number,
  version,
  outcome,
  leaves,
});

type Judgement = { one: Happening; kept: Kept[] };

async function keep(scope: Scope, ticketId: string, judged: Judgement[]): Promise<void> {
  const different = new Set(judged.map(({ kept }) => kept));
  const texts = new Map([...different].map((kept) => [kept, writeKept(kept)]));
  const rows = judged
    .filter(({ kept }) => kept.length > 0)
    .map(({ one: { occasion, heard }, kept }) => ({
      ...{ company_id: scope.companyId, ticket_id: ticketId, occasion, heard, time: scope.now },
      judged: texts.get(kept) ?? "",
    }));
  if (rows.length === 0) return;
  await scope.db
    .insertInto("rule_judgement")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
