/**
 * Offers waiting tickets to agents, and ends offers. One worker at a time decides for a company, under a lock of its
 * own; the rows it writes and their events are one transaction, so that a crash or another worker offers nothing twice
 * and forgets nothing. A ticket that is being changed at that moment is left for the next run.
 */
import type { DepartmentRouting } from "@parley/contract/routing";
import type { OfferEnd } from "@parley/contract/routing-words";
import type { Platform } from "@parley/contract/values";
import { sql } from "kysely";
import type { Context } from "../../floor/context.ts";
import { acrossCompanies, type DeskActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { recordEach } from "../../floor/ledger/record.ts";
import { notify } from "../../support/notifications/notify.ts";
import { readAgents } from "./agents.ts";
import { type Choice, choose, isFree, type RoutingAgent } from "./decide.ts";
import { offered, readWaiting, type WaitingRow, waits, withPast } from "./tickets.ts";

/** The offers that one transaction makes, and the tickets that are read at a time. */
const mostOffers = 100;
const ticketsRead = 500;
/** Milliseconds in which one run offers more to the same company. */
const longestRun = 2_000;
/** Any constant will do that no other lock of two numbers has. */
const lockSpace = 7_275_350;

export async function sweepRouting(context: Context): Promise<void> {
  for (const companyId of await findCompanies(context)) {
    const begun = performance.now();
    try {
      const more = () => inCompany(context, { kind: "desk", companyId }, routeCompany);
      while ((await more()) && performance.now() - begun < longestRun);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      context.log.error({ err: error, company: companyId }, "Routing of a company failed");
    }
  }
}

/** Companies with a ticket to offer or an offer to end. */
async function findCompanies(context: Context): Promise<string[]> {
  return acrossCompanies(context, async (db) => {
    const { rows } = await sql<{ company_id: string }>`
      select company_id from ticket_offer where ended_on is null
      union select r.company_id from routing r where r.mode <> 'off' and exists (select from ticket t
        where t.company_id = r.company_id and t.department_id = r.department_id and ${waits} and not ${offered})`.execute(
      db,
    );
    return rows.map(({ company_id }) => company_id);
  });
}

type Routing = Pick<
  DepartmentRouting,
  "mode" | "offer_minutes" | "previous_days" | "grace_seconds" | "weights"
>;
type State = { routings: Map<string, Routing>; agents: RoutingAgent[] };

/** True when there is more to offer. */
async function routeCompany(scope: Scope<DeskActor>): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${lockSpace},
    hashtext(${scope.companyId})) as locked`.execute(scope.db);
  if (!rows[0]?.locked) return false;
  const routings = await readRoutings(scope);
  const read = () => readAgents(scope, [...routings.keys()]);
  const before = await read();
  // An offer that has ended gives its agent room.
  const agents = (await endOffers(scope, { routings, agents: before })) ? await read() : before;
  const chosen = await chooseAll(scope, { routings, agents });
  await makeOffers(scope, routings, chosen);
  return chosen.length === mostOffers;
}

async function readRoutings({ db, companyId }: Scope): Promise<Map<string, Routing>> {
  const rows = await db
    .selectFrom("routing")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("mode", "<>", "off")
    .execute();
  return new Map(rows.map((row) => [row.department_id, row]));
}

type Open = {
  ticketId: string;
  agentId: string;
  until: Date;
  /** Null where the ticket is hidden: deleted, or merged into another. */
  departmentId: string | null;
  clientId: string;
  handlerId: string | null;
  waits: boolean;
};

/** True if an offer has ended. */
async function endOffers(scope: Scope, state: State): Promise<boolean> {
  const { db, companyId, now } = scope;
  const { rows: open } = await sql<Open>`select o.ticket_id as "ticketId", o.agent_id as "agentId", o.until,
      t.department_id as "departmentId", t.client_id as "clientId", t.handler_id as "handlerId",
      t.id is not null and ${waits} as waits
    from ticket_offer o left join ticket t on t.company_id = o.company_id and t.id = o.ticket_id
    where o.company_id = ${companyId} and o.ended_on is null`.execute(db);
  const over = open.flatMap((offer) => {
    const ended = endOf(offer, state, now);
    return ended ? [{ ...offer, ended }] : [];
  });
  if (over.length === 0) return false;
  const seen = new Set(
    await lockTickets(
      scope,
      over.map(({ ticketId }) => ticketId),
    ),
  );
  const done = over.filter(({ ticketId, departmentId }) => departmentId === null || seen.has(ticketId));
  await sql`update ticket_offer o set ended_on = ${now}, ended = e.ended
    from jsonb_to_recordset(${JSON.stringify(done.map(({ ticketId, ended }) => ({ ticket: ticketId, ended })))}::jsonb)
      e (ticket uuid, ended text)
    where o.company_id = ${companyId} and o.ticket_id = e.ticket and o.ended_on is null`.execute(db);
  await recordEach(
    scope,
    done.flatMap(({ ticketId, departmentId, clientId, agentId, ended }) =>
      departmentId === null
        ? []
        : [
            {
              ...({ kind: "ticket_offer_end", subject: ticketId, inHand: { departmentId } } as const),
              facts: { client: clientId, agent: agentId, ended },
            },
          ],
    ),
  );
  return done.length > 0;
}

/** The reason why an offer is over; null where it stands. */
function endOf(offer: Open, { routings, agents }: State, now: Date): OfferEnd | null {
  if (!offer.waits) {
    if (offer.handlerId === offer.agentId) return "accepted";
    return offer.handlerId ? "taken" : "not_waiting";
  }
  const routing = routings.get(offer.departmentId ?? "");
  if (!routing) return "off";
  const agent = agents.find(({ id }) => id === offer.agentId);
  if (!agent?.departments.includes(offer.departmentId ?? "")) return "gone";
  if (agent.away) return "away";
  if (!agent.onShift) return "shift_over";
  if (!agent.present && !isWithinGrace(agent, routing, now)) return "left";
  return offer.until <= now ? "lapsed" : null;
}

const isWithinGrace = ({ leftOn }: RoutingAgent, { grace_seconds }: Routing, now: Date): boolean =>
  leftOn !== null && now.getTime() - leftOn.getTime() < grace_seconds * 1_000;

/** Locks the tickets that nobody else has locked, and returns their ids. Never waits. */
async function lockTickets({ db, companyId }: Scope, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select t.id from ticket t where t.company_id = ${companyId}
    and t.id = any(${ids}::uuid[]) order by t.id for update skip locked`.execute(db);
  return rows.map(({ id }) => id);
}

type Chosen = Choice & { ticketId: string; departmentId: string };

/** Goes through the tickets until each is read or no agent has room. */
async function chooseAll(scope: Scope, { routings, agents }: State): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  let turn = Math.max(0, ...agents.map(({ lastTurn }) => lastTurn));
  for (let after: WaitingRow | undefined; ; ) {
    const departments = [...routings.keys()].filter((id) =>
      agents.some((agent) => isFree(agent) && agent.departments.includes(id)),
    );
    if (departments.length === 0) return chosen;
    const rows = await readWaiting(scope, { departments, limit: ticketsRead, after });
    const tickets = await withPast(scope, rows, (id) => routings.get(id)?.previous_days ?? 0);
    for (const ticket of tickets) {
      const routing = routings.get(ticket.departmentId);
      const choice = routing && choose(ticket, routing.mode, agents);
      if (!choice) continue;
      chosen.push({ ...choice, ticketId: ticket.id, departmentId: ticket.departmentId });
      turn++;
      choice.agent.load += routing.weights[ticket.platform] ?? 1;
      choice.agent.lastTurn = turn;
      choice.agent.lastOn = scope.now;
      if (chosen.length === mostOffers) return chosen;
    }
    after = rows.at(-1);
    if (rows.length < ticketsRead) return chosen;
  }
}

type Made = {
  ticketId: string;
  agentId: string;
  clientId: string;
  clientName: string;
  departmentId: string;
  platform: Platform;
  createdOn: Date;
};

/** Offers the chosen tickets that still wait and that nobody else has locked. */
async function makeOffers(scope: Scope, routings: Map<string, Routing>, chosen: Chosen[]): Promise<void> {
  if (chosen.length === 0) return;
  const { db, companyId, now } = scope;
  const given = chosen.map(({ ticketId, departmentId, agent, why }) => ({
    ...{ ticket: ticketId, department: departmentId, agent: agent.id, why },
    until: new Date(now.getTime() + (routings.get(departmentId)?.offer_minutes ?? 1) * 60_000),
  }));
  const { rows: waiting } = await sql<{ id: string }>`select t.id from ticket t
    join jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g (ticket uuid, department uuid)
      on t.id = g.ticket and t.department_id = g.department
    where t.company_id = ${companyId} and ${waits} order by t.id for update of t skip locked`.execute(db);
  const locked = new Set(waiting.map(({ id }) => id));
  const offers = given.filter(({ ticket }) => locked.has(ticket));
  if (offers.length === 0) return;
  const { rows: made } = await sql<Made>`with made as (
      insert into ticket_offer (company_id, ticket_id, agent_id, offered_on, until, why)
      select ${companyId}, g.ticket, g.agent, ${now}, g.until, g.why
      from rows from (jsonb_to_recordset(${JSON.stringify(offers)}::jsonb)
        as (ticket uuid, agent uuid, until timestamptz, why jsonb)) with ordinality g (ticket, agent, until, why, place)
      order by g.place
      on conflict (company_id, ticket_id) where ended_on is null do nothing
      returning ticket_id, agent_id)
    select m.ticket_id as "ticketId", m.agent_id as "agentId", t.client_id as "clientId", c.name as "clientName",
      t.department_id as "departmentId", t.platform, t.created_on as "createdOn"
    from made m join ticket t on t.company_id = ${companyId} and t.id = m.ticket_id
    join client c on c.company_id = ${companyId} and c.id = t.client_id order by m.agent_id, m.ticket_id`.execute(
    db,
  );
  const whole = new Map(chosen.map((one) => [one.ticketId, one]));
  const untilOf = new Map(offers.map(({ ticket, until }) => [ticket, until]));
  await recordEach(
    scope,
    made.flatMap(({ ticketId, agentId, clientId, departmentId }) => {
      const until = untilOf.get(ticketId);
      const agent = whole.get(ticketId)?.agent;
      if (!until || !agent) return [];
      const offer = {
        ...{ ticketid: ticketId, userid: agentId, user_name: agent.name },
        ...{ offered_on: now.toISOString(), until: until.toISOString() },
      };
      return [
        {
          ...({ kind: "ticket_offer", subject: ticketId, inHand: { offer, departmentId } } as const),
          facts: { client: clientId, agent: agentId, until: until.getTime() },
        },
      ];
    }),
  );
  // Agents are told in the order of their ids: each inbox is locked until the commit.
  for (const { ticketId, agentId, clientName, platform, createdOn } of made) {
    const ticket = { id: ticketId, created_on: createdOn, platform };
    await notify(scope, agentId, { type: "offer", name: clientName, ticket });
  }
}
