/** The figures of a range: cards, tables, file and programs show this one answer. */
import { figureLimits } from "@parley/contract/figure-words";
import type { FigureCounts, FigureFilter, Figures } from "@parley/contract/figures";
import { sql } from "kysely";
import { agentName } from "../../floor/actors/name.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { notFound } from "../../floor/errors/errors.ts";
import { companyTimeZone } from "../../people/company/time-zone.ts";
import { type Histogram, quantile, sizeOf } from "./buckets.ts";
import { readRoutes, readRules } from "./decisions.ts";
import { facts } from "./facts.ts";
import { type Measure, measures } from "./measures.ts";
import { boundsOf, type Days, daysOf, type Range, rangeOf } from "./range.ts";
import { ticketsOf } from "./tickets.ts";
import { readWaitingHours } from "./waiting.ts";

type Row = { measure: number; bucket: number; count: number };

/** Reads what the actor sees: the figures of their departments. Throws 404 for a filter that names what they do not see. */
export async function readFigures(scope: Scope, filter: FigureFilter): Promise<Figures> {
  await checkFilter(scope, filter);
  const time_zone = await companyTimeZone(scope);
  const range = rangeOf(filter, time_zone, scope.now);
  const dated = { range, zone: time_zone };
  const { now, before, days, hours } = await countParts(scope, filter, range);
  return {
    ...{ from: range.from, to: range.to, time_zone },
    counting: await isCounting(scope),
    waiting: await countWaiting(scope, filter),
    counts: now.counts(),
    before: before.counts(),
    accept: now.lengths("accept", "accept_open"),
    answer: now.lengths("answer", "answer_open"),
    close: now.lengths("close", "close_open"),
    days: daysOf(range).map((day) => {
      const tally = days.get(day) ?? new Tally();
      return { day, ...tally.counts(), ...tally.answers() };
    }),
    hours: [...hours]
      .sort(([one], [other]) => one - other)
      .map(([at, tally]) => ({
        ...{ weekday: Math.floor(at / 24), hour: at % 24 },
        ...{ opened: tally.sum("opened"), received: tally.sum("received") },
      })),
    waiting_hours: await readWaitingHours(scope, filter, dated),
    agents: await readAgents(scope, filter, range),
    words: await readWords(scope, filter, dated),
    rules: await readRules(scope, filter, dated),
    routes: await readRoutes(scope, filter, dated),
  };
}

async function checkFilter({ db, companyId, actor }: Scope, filter: FigureFilter): Promise<void> {
  const { department } = filter;
  if (department && actor.departments !== "all" && !actor.departments.includes(department)) throw notFound();
  for (const name of ["department", "channel", "agent", "tag"] as const) {
    const id = filter[name];
    if (!id) continue;
    const known = await db
      .selectFrom(name)
      .select("id")
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!known) throw notFound();
  }
}

/** Counts by measure and bucket. */
class Tally {
  readonly #counted = new Map<number, Histogram>();

  add({ measure, bucket, count }: Row): void {
    const histogram = this.#counted.get(measure) ?? new Map<number, number>();
    histogram.set(bucket, (histogram.get(bucket) ?? 0) + count);
    this.#counted.set(measure, histogram);
  }

  #of = (measure: Measure): Histogram => this.#counted.get(measures[measure]) ?? new Map();
  sum = (measure: Measure): number => sizeOf(this.#of(measure));

  counts(): FigureCounts {
    const rated = this.#of("rated");
    // The bucket is twice the stars, and one more with words.
    const given = (bucket: number) => rated.get(bucket) ?? 0;
    return {
      ...{ opened: this.sum("opened"), reopened: this.sum("reopened"), closed: this.sum("closed") },
      ...{ received: this.sum("received"), sent: this.sum("sent") },
      ...{ goals_met: this.sum("goals_met"), goals_missed: this.sum("goals_missed") },
      stars: [1, 2, 3].map((stars) => given(2 * stars) + given(2 * stars + 1)),
      with_words: given(3) + given(5) + given(7),
    };
  }

  #length(measure: Measure) {
    const histogram = this.#of(measure);
    return {
      count: sizeOf(histogram),
      median: quantile(histogram, 0.5),
      p90: quantile(histogram, 0.9),
    };
  }

  lengths = (clock: Measure, open: Measure) => ({ clock: this.#length(clock), open: this.#length(open) });
  answers = () => ({
    answer: quantile(this.#of("answer"), 0.5),
    answer_open: quantile(this.#of("answer_open"), 0.5),
  });
}

/** Only stars and times need their buckets. */
const bucketOfDay = sql`case when measure in (6, 9, 10) then bucket else 0 end`;

type Part = Row & { part: "now" | "before" | "day" | "hour"; day: string | null; weekday: number | null };

async function countParts(scope: Scope, filter: FigureFilter, range: Range) {
  const { rows } = await sql<Part>`
    with counted as materialized (
      select day, measure, bucket, sum(count)::integer as count from ${facts(scope, filter, range)} f group by day, measure, bucket)
    select case when day >= ${range.from}::date then 'now' else 'before' end as part, null as day, null::integer as weekday, measure,
      bucket, sum(count)::integer as count from counted group by 1, measure, bucket
    union all select 'day', day::text, null, measure, ${bucketOfDay}, sum(count)::integer from counted
      where day >= ${range.from}::date group by day, measure, 5
    union all select 'hour', null, extract(isodow from day)::integer, measure, bucket, sum(count)::integer from counted
      where day >= ${range.from}::date and measure in (1, 3) group by 3, measure, bucket`.execute(scope.db);
  const parts = { now: new Tally(), before: new Tally() };
  const days = new Map<string, Tally>();
  const hours = new Map<number, Tally>();
  for (const row of rows) {
    if (row.part === "day") tallyOf(days, row.day ?? "").add(row);
    else if (row.part === "hour") tallyOf(hours, (row.weekday ?? 0) * 24 + row.bucket).add(row);
    else parts[row.part].add(row);
  }
  return { ...parts, days, hours };
}

function tallyOf<Key>(tallies: Map<Key, Tally>, key: Key): Tally {
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  return tally;
}

async function isCounting({ db, companyId }: Scope): Promise<boolean> {
  const filling = db.selectFrom("figure_fill").select("company_id").where("company_id", "=", companyId);
  return (await filling.executeTakeFirst()) !== undefined;
}

async function countWaiting(scope: Scope, filter: FigureFilter): Promise<number> {
  const { count } = await ticketsOf(scope, filter)
    .where("ticket.closed_on", "is", null)
    .where("ticket.handler_id", "is", null)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function readAgents(scope: Scope, filter: FigureFilter, range: Range): Promise<Figures["agents"]> {
  // With a tag alone the tickets of a longer range are too many to read.
  if (filter.tag && daysOf(range).length > figureLimits.crossed) return [];
  const asked = { before: range.from, to: range.to };
  const { rows } = await sql<Row & { id: string; first_name: string; last_name: string }>`
    select a.id, a.first_name, a.last_name, c.measure, c.bucket, c.count from (
      select agent_id, measure, ${bucketOfDay} as bucket, sum(count)::integer as count
      from ${facts(scope, filter, asked, true)} f where agent_id is not null group by agent_id, measure, 3) c
    join agent a on a.company_id = ${scope.companyId} and a.id = c.agent_id where c.count <> 0`.execute(
    scope.db,
  );
  const agents = new Map<string, { userid: string; name: string; tally: Tally }>();
  for (const row of rows) {
    const agent = agents.get(row.id) ?? { userid: row.id, name: agentName(row), tally: new Tally() };
    agents.set(row.id, agent);
    agent.tally.add(row);
  }
  return [...agents.values()]
    .map(({ userid, name, tally }) => ({
      ...{ userid, name, accepted: tally.sum("accept") },
      ...tally.counts(),
      ...tally.answers(),
    }))
    .sort((one, other) => other.sent - one.sent || one.name.localeCompare(other.name))
    .slice(0, figureLimits.agents);
}

async function readWords(scope: Scope, filter: FigureFilter, days: Days): Promise<Figures["words"]> {
  const { from, until } = boundsOf(days);
  const rows = await ticketsOf(scope, filter)
    .innerJoin("message", (join) =>
      join
        .onRef("message.company_id", "=", "ticket.company_id")
        .onRef("message.ticket_id", "=", "ticket.id")
        .on("message.type", "=", "rating")
        .on("message.caption", "is not", null),
    )
    .innerJoin("client", (join) =>
      join.onRef("client.company_id", "=", "ticket.company_id").onRef("client.id", "=", "ticket.client_id"),
    )
    .leftJoin("agent", (join) =>
      join
        .onRef("agent.company_id", "=", "ticket.company_id")
        .on(sql<boolean>`agent.id = coalesce(ticket.handler_id, ticket.closed_by)`),
    )
    .select(["ticket.id", "client.name", "agent.first_name", "agent.last_name"])
    .select(["message.content", "message.caption", "message.created_on"])
    .where("message.company_id", "=", scope.companyId)
    .where("message.created_on", ">=", from)
    .where("message.created_on", "<", until)
    .orderBy("message.created_on", "desc")
    .orderBy("message.id")
    .limit(figureLimits.words)
    .execute();
  return rows.map((row) => ({
    ...{ ticketid: row.id, client_name: row.name },
    agent_name:
      row.first_name === null
        ? null
        : agentName({ first_name: row.first_name, last_name: row.last_name ?? "" }),
    ...{ stars: Number(row.content), words: row.caption ?? "", rated_on: row.created_on.toISOString() },
  }));
}
