/** A walk minute by minute agrees with the clocks of tickets. `GOAL_CASES=500` takes the long form. */
import type { OpeningHours } from "@parley/contract/open-days";
import { spansOn } from "@parley/contract/open-days";
import { offsetAt } from "@parley/contract/wall-clock";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { openTimeOf } from "../../support/hours/open-time.ts";
import { spansOf } from "../../support/hours/spans.ts";
import { replay } from "./replay.ts";

const cases = Number(process.env.GOAL_CASES ?? 20);

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const minute = 60_000;
const day = 1_440 * minute;

/** Both changes of each zone's clock are tried. Two are without any. */
const zones = [
  ...["Europe/Berlin", "Europe/London", "Europe/Sofia", "Europe/Lisbon", "Atlantic/Azores"],
  ...["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/St_Johns"],
  ...["America/Havana", "America/Santiago", "America/Asuncion", "Africa/Cairo", "Africa/Casablanca"],
  ...["Asia/Jerusalem", "Asia/Beirut", "Australia/Sydney", "Australia/Lord_Howe", "Pacific/Auckland"],
  ...["Pacific/Chatham", "Pacific/Norfolk", "Asia/Kolkata", "UTC"],
];

const offsets = new Map<string, number>();
/** As `offsetAt`, which takes long: clocks change at a quarter of an hour. */
function offsetOf(zone: string, at: number): number {
  const key = `${zone} ${Math.floor(at / (15 * minute))}`;
  const offset = offsets.get(key) ?? offsetAt(zone, at);
  offsets.set(key, offset);
  return offset;
}

const changes = new Map<string, number[]>();
/** The days of a year on which a zone's clock changes. */
function changesOf(zone: string, from: number): number[] {
  const known = changes.get(zone);
  if (known) return known;
  const days = Array.from({ length: 366 }, (_, at) => from + at * day);
  const found = days.filter((at) => offsetOf(zone, at) !== offsetOf(zone, at + day)).map((at) => at + day);
  changes.set(zone, found);
  return found;
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
const spansOfDay = fc
  .uniqueArray(fc.integer({ min: 0, max: 1_439 }), { minLength: 0, maxLength: 4 })
  .map((minutes) => minutes.toSorted((one, other) => one - other))
  .map((minutes) =>
    Array.from({ length: Math.floor(minutes.length / 2) }, (_, at) => ({
      ...{ from: clock(minutes[at * 2] ?? 0), to: clock(minutes[at * 2 + 1] ?? 0), next_day: false },
    })),
  );
const hoursIn = (zone: string) =>
  fc
    .array(spansOfDay, { minLength: 7, maxLength: 7 })
    .map((days): OpeningHours => ({ time_zone: zone, days, exceptions: [] }));

/** True where the wall clock reads an open minute. */
function isOpenAt(hours: OpeningHours | null, at: number): boolean {
  if (!hours) return true;
  const wall = new Date(at + offsetOf(hours.time_zone, at)).toISOString();
  return spansOn(hours, wall.slice(0, 10)).some(
    ({ from, to }) => wall.slice(11, 16) >= from && wall.slice(11, 16) < to,
  );
}

type Walk = { hours: OpeningHours | null; began: number; pauses: [number, number][]; minutes: number };

/** The end of the minute with which so many have counted; null where it is not within 40 days. */
function walk({ hours, began, pauses, minutes }: Walk): number | null {
  let left = minutes;
  for (let at = began; at < began + 40 * day; at += minute) {
    if (!isOpenAt(hours, at) || pauses.some(([from, to]) => at >= from && at < to)) continue;
    left -= 1;
    if (left === 0) return at + minute;
  }
  return null;
}

const now = Math.floor(Date.now() / day) * day;
const scenario = fc.constantFrom(...zones).chain((zone) =>
  fc.record({
    first: fc.option(hoursIn(zone)),
    hours: fc.option(hoursIn(zone), { freq: 6 }),
    // A beginning within three days before a change of the clock, or anywhere.
    began: fc
      .tuple(
        fc.constantFrom(...changesOf(zone, now - 300 * day), now - 90 * day),
        fc.integer({ min: 0, max: 4_320 }),
      )
      .map(([at, before]) => at - before * minute),
    gaps: fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 6 }),
    before: fc.integer({ min: 1, max: 3_000 }),
    minutes: fc.integer({ min: 1, max: 3_000 }),
  }),
);

/** An agent's message and a client's take turns: their stretches pause the clock until it is over. */
const pausesOf = (began: number, gaps: number[]): [number, number][] => {
  const times = gaps.map(
    (_, at) => began + gaps.slice(0, at + 1).reduce((sum, gap) => sum + gap, 0) * minute,
  );
  return Array.from({ length: Math.floor(times.length / 2) }, (_, at) => [
    times[at * 2] ?? 0,
    times[at * 2 + 1] ?? 0,
  ]);
};

test("the replay of a ticket and the rows of open time agree with a walk minute by minute", () => {
  fc.assert(
    fc.property(scenario, ({ hours, began, gaps, minutes }) => {
      const pauses = pausesOf(began, gaps);
      const open = openTimeOf(
        hours
          ? spansOf(hours, new Date(now)).map(({ from, to, before }) => ({
              ...{ from: Date.parse(from), to: Date.parse(to), before: before * minute },
            }))
          : [{ from: 0, to: now * 2, before: 0 }],
      );
      const happened = pauses.flatMap(([from, to]) => [
        { kind: "agent" as const, at: from },
        { kind: "client" as const, at: to },
      ]);
      const [solved] = replay(began, happened, {
        ...{ minutes: { first: null, next: null, solved: minutes }, pauses: true, open },
      });
      const due = walk({ hours, began, pauses, minutes });
      if (due !== null) expect(solved?.due).toBe(due);
    }),
    { numRuns: cases * 2 },
  );
});

test("the clock of a ticket agrees with the walk, with hours and the policy changed in between", async () => {
  const ticket = await world.ticket({ handler: "mira", messages: [] });
  const company = ticket.company_id;
  const { rows } = await world.context.pool.query<{ id: string }>(
    `insert into goal_policy (company_id, place, name, condition, targets, in_hours, pauses, changed_on)
     values ($1, 1, 'All', '{"all": []}', '{}', true, true, now()) returning id`,
    [company],
  );
  const policy = rows[0]?.id;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ first, hours, began, gaps, before, minutes }) => {
      const pauses = pausesOf(began, gaps);
      const { due, replayed } = await world.desk("harbour", async (scope) => {
        const { db } = scope;
        const target = (length: number) =>
          sql`update goal_policy set targets = jsonb_build_object('solved', jsonb_build_object('normal', ${length}::integer))
            where id = ${policy}`.execute(db);
        const open = async (given: OpeningHours | null) => {
          await sql`delete from opening_hours where company_id = ${company}`.execute(db);
          await sql`delete from open_span where company_id = ${company}`.execute(db);
          if (!given) return;
          await sql`insert into opening_hours (company_id, time_zone, days, exceptions)
            values (${company}, ${given.time_zone}, ${JSON.stringify(given.days)}::jsonb, '[]')`.execute(db);
          await sql`insert into open_span (company_id, owner_id, from_on, to_on, before)
            select ${company}, ${company}, s."from", s."to", s.before
            from jsonb_to_recordset(${JSON.stringify(spansOf(given, new Date(now)))}::jsonb)
              s ("from" timestamptz, "to" timestamptz, before integer)`.execute(db);
        };
        await target(before);
        await open(first);
        await sql`update ticket set goal_policy_id = null where id = ${ticket.id}`.execute(db);
        await sql`delete from goal_span where ticket_id = ${ticket.id}`.execute(db);
        await sql`delete from message where ticket_id = ${ticket.id}`.execute(db);
        await sql`update ticket set created_on = ${new Date(began)}, client_waits_since = null, last_message_on = null,
          last_message_agent_id = null, goal_waits_since = null, goal_answered = null,
          goal_policy_id = ${policy} where id = ${ticket.id}`.execute(db);
        let seq = 0;
        for (const [agent, at] of pauses.flatMap(([from, to]) => [
          [true, from] as const,
          [false, to] as const,
        ])) {
          seq += 1;
          await sql`insert into message (company_id, ticket_id, seq, channel_id, client_id, client_no, created_on, type, is_agent, agent_id, content, attempts)
            select company_id, id, ${seq}, channel_id, client_id, 0, ${new Date(at)}, 'text', ${agent},
              ${agent ? world.agents.mira.id : null}, '', 0 from ticket where id = ${ticket.id}`.execute(db);
          await sql`update ticket set last_message_on = ${new Date(at)}, last_message_type = 'text',
            last_message_agent_id = ${agent ? world.agents.mira.id : null}, last_message_automatic = false,
            client_waits_since = ${agent ? null : new Date(at)} where id = ${ticket.id}`.execute(db);
        }
        await open(hours);
        await target(minutes);
        await sql`update ticket set goal_due_on = '-infinity' where id = ${ticket.id}`.execute(db);
        const { rows: found } = await sql<{ due_on: Date | null }>`select due_on from goal_span
          where ticket_id = ${ticket.id} and goal = 'solved'`.execute(db);
        await sql`update ticket set goal_policy_id = null where id = ${ticket.id}`.execute(db);
        return { due: found[0]?.due_on?.getTime() ?? null, replayed: found.length };
      });
      expect(replayed).toBe(1);
      const expected = walk({ hours, began, pauses, minutes });
      if (expected !== null) expect(due).toBe(expected);
    }),
    { numRuns: cases },
  );
});
