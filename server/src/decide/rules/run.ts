/**
 * Asks the rules about what happened. `rule_due` lists events and `rule_wait` the waits that are due. Tickets of a company are
 * read and judged together, without a lock; only where a rule is to act, it is judged again under the ticket's lock, and the changes, what
 * came of each rule and the end of what was due are one transaction: several workers and a crash leave each of them once.
 */
import type { EventKind } from "@parley/contract/ledger";
import { type RuleEvent, type RuleOutcome, ruleEventOf } from "@parley/contract/rule-words";
import type { SharedTicket } from "@parley/contract/tickets";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { lockTicket } from "../../support/ticket/access.ts";
import { findTarget } from "../../support/ticket/merged.ts";
import { viewSharedTickets } from "../../support/tickets/view.ts";
import { yieldToMessages } from "../../work/yield.ts";
import { carryOut, tellLoop } from "./act.ts";
import { type Decision, decide } from "./decide.ts";
import { type Kept, writeKept } from "./kept.ts";
import { type RuleRow, selectRules } from "./rows.ts";
import { noteWaits, readWaits } from "./waits.ts";

/** The tickets of one sweep, those that are judged together, and the events of a ticket in one transaction. */
const mostTickets = 200;
const together = 20;
const mostEvents = 50;
/** Milliseconds until a ticket that failed is tried again; an event of it that failed so often is left. */
const retryAfter = 60_000;
const mostTries = 5;

type Due = { companyId: string; ticketId: string; dueOn: Date };

/** Milliseconds in which one run begins further tickets. */
const longestRun = 2_000;
/** Milliseconds between two transactions in a process with time to spare; in a busy one messages go first, so long as nothing has been due for longer. */
const betweenParts = 2;
const longestYielded = 10_000;

export async function sweepRules(context: Context): Promise<void> {
  const begun = performance.now();
  const known: KnownRules = new Map();
  for (let found = mostTickets; found === mostTickets && performance.now() - begun < longestRun; ) {
    const due = await findDue(context);
    found = due.length;
    for (const part of partsOf(due)) {
      await askAbout(context, part, known);
      const oldest = Math.min(...part.map(({ dueOn }) => dueOn.getTime()));
      if (context.clock().getTime() - oldest < longestYielded) await yieldToMessages(betweenParts);
    }
  }
}

/** Some tickets of one company each; companies take turns: a busy one does not hold up the others. */
function partsOf(due: Due[]): Due[][] {
  const parts = [...Map.groupBy(due, ({ companyId }) => companyId).values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / together) }, (_, turn) => ({
      turn,
      part: all.slice(turn * together, (turn + 1) * together),
    })),
  );
  return parts.toSorted((one, other) => one.turn - other.turn).map(({ part }) => part);
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

/** Where judging them together fails, each is judged alone. A ticket that fails is tried again later, so that it holds up no other. */
async function askAbout(context: Context, part: Due[], known: KnownRules): Promise<void> {
  const [first] = part;
  if (!first) return;
  const desk = { kind: "desk", companyId: first.companyId } as const;
  const ids = part.map(({ ticketId }) => ticketId);
  let toAct: string[] = [];
  try {
    toAct = await inCompany(context, desk, (scope) => judgeOnly(scope, ids, known));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (part.length > 1) for (const one of part) await askAbout(context, [one], known);
    else await noteFailure(context, first, error);
  }
  for (const ticketId of toAct)
    try {
      await inCompany(context, desk, (scope) => judgeAndAct(scope, ticketId));
    } catch (error) {
      await noteFailure(context, { ...first, ticketId }, error);
    }
}

async function noteFailure(context: Context, { companyId, ticketId }: Due, error: unknown): Promise<void> {
  if (isUnavailable(error)) throw error;
  if (error instanceof EndedByAnother) return;
  context.log.error({ err: error, ticket: ticketId }, "Rules of a ticket failed");
  await inCompany(context, { kind: "desk", companyId }, (scope) => putOff(scope, ticketId));
}

/** Another worker has judged what this one was about to end: nothing of it stays. */
class EndedByAnother extends Error {}

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

/** Judges without a lock. Where no rule is to act, that is what comes of it; the other tickets are answered. */
async function judgeOnly(scope: Scope<DeskActor>, threadIds: string[], known: KnownRules): Promise<string[]> {
  const due = await readDue(scope, threadIds);
  const rules = known.get(scope.companyId) ?? (await enabledRules(scope));
  known.set(scope.companyId, rules);
  const tickets = await viewTargets(scope, threadIds);
  const zone = await companyTimeZone(scope);
  const happenings = await happeningsOf(scope, { due, tickets, rules });
  const toAct: string[] = [];
  const done: Judgement[] = [];
  const seen = new Map<string, SharedTicket>();
  const ended: DueRows[] = [];
  for (const one of due) {
    const ticket = tickets.get(one.ticket);
    if (ticket) {
      const judgeAll = createJudge(scope, { ticket, rules, zone, runs: 0 });
      const judged = (happenings.get(one.ticket) ?? []).map((happening) => ({
        ...{ ticketId: ticket.ticketid, one: happening, kept: judgeAll(happening) },
      }));
      if (judged.some(({ kept }) => kept.some(({ outcome }) => changesTicket.has(outcome)))) {
        toAct.push(one.ticket);
        continue;
      }
      done.push(...judged);
      seen.set(ticket.ticketid, ticket);
    }
    ended.push(one);
  }
  await end(scope, ended);
  await keep(scope, done);
  await noteWaits(scope, [...seen.values()], rules);
  return toAct;
}

/** Outcomes that write to the ticket: a loop has a line in its timeline. */
const changesTicket: ReadonlySet<RuleOutcome> = new Set(["ran", "loop"]);

const enabledRules = (scope: Scope): Promise<RuleRow[]> =>
  selectRules(scope).where("rule.enabled_on", "is not", null).execute();

/** Each ticket, or the one into which it was merged. One that is deleted, or gone, is left out. */
async function viewTargets(scope: Scope, threadIds: string[]): Promise<Map<string, SharedTicket>> {
  const own = await viewSharedTickets(scope, threadIds);
  const seen = new Map(own.map((ticket) => [ticket.ticketid, ticket]));
  for (const id of threadIds) {
    const target = seen.has(id) ? null : await findTarget(scope, id);
    const [merged] = target ? await viewSharedTickets(scope, [target]) : [];
    if (merged) seen.set(id, merged);
  }
  return seen;
}

const viewTarget = async (scope: Scope, id: string): Promise<SharedTicket | null> =>
  (await viewTargets(scope, [id])).get(id) ?? null;

/** Judges under the ticket's lock, each rule of the ticket as the one before has left it. */
async function judgeAndAct(scope: Scope<DeskActor>, threadId: string): Promise<void> {
  let locked = await lockTicket(scope, (await findTarget(scope, threadId)) ?? threadId);
  const due = await endDue(scope, threadId);
  const ticket = locked && (await viewTarget(scope, locked.id));
  if (!locked || !ticket) return;
  const rules = await enabledRules(scope);
  const zone = await companyTimeZone(scope);
  let situation: Situation = { ticket, rules, zone, runs: await countRuns(scope, ticket.ticketid) };
  const judged: Judgement[] = [];
  const happenings = await happeningsOf(scope, { due, tickets: new Map([[threadId, ticket]]), rules });
  for (const one of happenings.get(threadId) ?? []) {
    const kept: Kept[] = [];
    judged.push({ ticketId: ticket.ticketid, one, kept });
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
  await keep(scope, judged);
  await noteWaits(scope, [situation.ticket], rules);
}

async function countRuns({ db, companyId, now }: Scope, ticketId: string): Promise<number> {
  const hour = new Date(now.getTime() - 3_600_000);
  const { rows } = await sql<{ runs: number }>`select count(*)::integer as runs from rule_run
    where company_id = ${companyId} and ticket_id = ${ticketId} and time > ${hour}`.execute(db);
  return rows[0]?.runs ?? 0;
}

/** The numbers of a ticket's events, and the rules whose waits are due. */
type DueRows = { ticket: string; events: number[]; waits: string[] };

async function readDue({ db, companyId, now }: Scope, threadIds: string[]): Promise<DueRows[]> {
  const { rows } = await sql<DueRows>`select t.id as ticket,
    array(select number from rule_due where company_id = ${companyId} and ticket_id = t.id
      order by number limit ${mostEvents}) as events,
    array(select rule_id from rule_wait where company_id = ${companyId} and ticket_id = t.id
      and due_on <= ${now}) as waits
    from unnest(${threadIds}::uuid[]) t (id)`.execute(db);
  return rows;
}

/** Ends what was due when it was read. Throws when another worker has ended some of it meanwhile, or is about to. */
async function end({ db, companyId }: Scope, due: DueRows[]): Promise<void> {
  const events = pairsOf(due);
  if (events.length > 0) {
    const ended = await sql`delete from rule_due d using (select r.ticket_id, r.number from rule_due r
        join jsonb_to_recordset(${JSON.stringify(events)}::jsonb) e (ticket uuid, number integer)
          on r.ticket_id = e.ticket and r.number = e.number
        where r.company_id = ${companyId} for update of r skip locked) t
      where d.company_id = ${companyId} and d.ticket_id = t.ticket_id and d.number = t.number`.execute(db);
    if (Number(ended.numAffectedRows) < events.length) throw new EndedByAnother();
  }
  const waits = due.flatMap(({ ticket, waits: rules }) => rules.map((rule) => ({ ticket, rule })));
  if (waits.length === 0) return;
  const asked =
    await sql`update rule_wait w set due_on = null from (select r.ticket_id, r.rule_id from rule_wait r
      join jsonb_to_recordset(${JSON.stringify(waits)}::jsonb) e (ticket uuid, rule uuid)
        on r.ticket_id = e.ticket and r.rule_id = e.rule
      where r.company_id = ${companyId} and r.due_on is not null for update of r skip locked) t
    where w.company_id = ${companyId} and w.ticket_id = t.ticket_id and w.rule_id = t.rule_id`.execute(db);
  if (Number(asked.numAffectedRows) < waits.length) throw new EndedByAnother();
}

const pairsOf = (due: DueRows[]) =>
  due.flatMap(({ ticket, events }) => events.map((number) => ({ ticket, number })));

/** Ends what is due, before it is judged: another worker finds nothing left. */
async function endDue(scope: Scope, threadId: string): Promise<DueRows[]> {
  const due = await readDue(scope, [threadId]);
  await end(scope, due);
  return due;
}

type Asked = { due: DueRows[]; tickets: Map<string, SharedTicket>; rules: RuleRow[] };

/** Events and waits by the ticket under which they are due. */
async function happeningsOf(scope: Scope, { due, tickets, rules }: Asked): Promise<Map<string, Happening[]>> {
  const events = Map.groupBy(await readEvents(scope, due), ({ ticket }) => ticket);
  const asked = rules.filter(({ id }) => due.some(({ waits }) => waits.includes(id)));
  const waitOf = await readWaits(
    scope,
    asked.map(({ heard }) => heard),
    [...tickets.values()],
  );
  return new Map(
    due.flatMap(({ ticket: threadId, waits }) => {
      const ticket = tickets.get(threadId);
      if (!ticket) return [];
      const heard = (events.get(threadId) ?? []).flatMap((event): Happening[] => {
        const name = ruleEventOf(event.kind, event.actor_kind);
        if (!name) return [];
        return [
          {
            ...{ occasion: occasionOf(threadId, ticket.ticketid, event.number), heard: name },
            ...{ number: event.number, message: event.message, chain: event.chain ?? [] },
            hears: (rule) => hearsEvent(rule, name, event.time),
          },
        ];
      });
      const waited = asked.flatMap((rule): Happening[] => {
        if (!waits.includes(rule.id) || rule.heard.kind !== "wait") return [];
        const wait = waitOf(rule.heard, ticket);
        // It waits no longer, or its hours have changed: `noteWaits` notes it anew.
        if (!wait?.on || wait.on > scope.now) return [];
        return [
          {
            ...{ occasion: `w${rule.number}:${wait.since.getTime()}`, heard: rule.heard.wait },
            ...{ number: null, message: null, chain: [] },
            hears: ({ id }) => id === rule.id,
          },
        ];
      });
      return [[threadId, [...heard, ...waited]] as const];
    }),
  );
}

const hearsEvent = ({ heard, enabled_on: since }: RuleRow, name: RuleEvent, time: Date): boolean =>
  heard.kind === "event" && heard.events.includes(name) && since !== null && time >= since;

/** An event of a ticket that was merged has that one's number. */
const occasionOf = (threadId: string, ticketId: string, number: number): string =>
  threadId === ticketId ? String(number) : `${threadId.slice(0, 8)}:${number}`;

type Heard = {
  ticket: string;
  number: number;
  kind: EventKind;
  actor_kind: string;
  time: Date;
  message: string | null;
  /** The chain of the run that caused the event. */
  chain: string[] | null;
};

async function readEvents({ db, companyId }: Scope, due: DueRows[]): Promise<Heard[]> {
  const events = pairsOf(due);
  if (events.length === 0) return [];
  const { rows } = await sql<Heard>`select e.subject_id as ticket, e.number, e.kind, e.actor_kind, e.time,
      e.facts ->> 'message' as message,
      case when e.actor_kind = 'rule' then (select r.chain from rule_run r
        where r.company_id = e.company_id and r.ticket_id = e.subject_id and r.rule_id = e.actor_id
          and e.number between r.first and r.last limit 1) end as chain
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) d (ticket uuid, number integer)
    join event e on e.company_id = ${companyId} and e.subject_type = 'ticket' and e.subject_id = d.ticket
      and e.number = d.number
    order by e.subject_id, e.number`.execute(db);
  return rows;
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

type Judgement = { ticketId: string; one: Happening; kept: Kept[] };

async function keep(scope: Scope, judged: Judgement[]): Promise<void> {
  const different = new Set(judged.map(({ kept }) => kept));
  const texts = new Map([...different].map((kept) => [kept, writeKept(kept)]));
  const rows = judged
    .filter(({ kept }) => kept.length > 0)
    .map(({ ticketId, one: { occasion, heard }, kept }) => ({
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
