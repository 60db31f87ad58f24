/**
 * Days of a busy desk in simulated time, with the real decision on a real database: agents come and go at random, accept,
 * let lapse and close. After each look of two workers at once no ticket waits while an agent who may have it has room, and
 * equal agents have had equally many offers. `npm run test:routing` is the long form, with 200 agents; `SEED` makes another run.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { sweepRouting } from "./sweep.ts";

const tickets = Number(process.env.ROUTED ?? 120);
const agents = process.env.ROUTED ? 200 : 20;
/** Tickets that come in one simulated second, and milliseconds between two looks. */
const perStep = process.env.ROUTED ? 10 : 5;
const step = 1_000;
/** Agents of the department in which all are equal, always there, and accept at once. */
const equal = 7;
const languages = ["es", "nl", null];

let world: World;
let random: () => number;
const processId = randomUUID();
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const query = async <Row>(sql: string, values: unknown[] = []) =>
  (await world.context.pool.query(sql, values)).rows as Row[];
const pick = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)] as One;
const company = () => world.companies.harbour.id;

/** The same numbers in each run: a run that fails fails again. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The offers that break the promise, by SQL of its own: a waiting ticket, and an agent who could have it. */
const idle = `with offered as (select ticket_id from ticket_offer where company_id = $1 and ended_on is null),
  able as (select s.department_id, a.id, coalesce(r.languages, '{}') as languages, coalesce(r.skills, '{}') as skills
    from agent a join agent_sight s on s.company_id = a.company_id and s.agent_id = a.id
    left join agent_routing r on r.company_id = a.company_id and r.agent_id = a.id
    where a.company_id = $1 and exists (select from presence p where p.agent_id = a.id)
      and not exists (select from agent_away w where w.agent_id = a.id)
      and (select count(*) from ticket t where t.company_id = $1 and t.handler_id = a.id and t.closed_on is null)
        + (select count(*) from ticket_offer o where o.company_id = $1 and o.agent_id = a.id and o.ended_on is null)
        < coalesce(r.capacity, 5)),
  waiting as (select t.id, t.department_id, i.lang,
      array(select x.tag_id from ticket_tag x where x.company_id = $1 and x.ticket_id = t.id) as tags
    from ticket t join client_identity i on i.company_id = t.company_id and i.channel_id = t.channel_id
      and i.external_id = t.client_external_id
    where t.company_id = $1 and t.handler_id is null and t.closed_on is null
      and t.id not in (select ticket_id from offered))
  select w.id as ticket, a.id as agent from waiting w join able a on a.department_id = w.department_id
  where (w.lang is null or w.lang = any(a.languages)) and w.tags <@ a.skills limit 5`;

type Person = { id: string; department: string; here: boolean };

async function plantAgents(departments: string[], skills: string[]): Promise<Person[]> {
  const people: Person[] = [];
  await query(
    "insert into process (id, started_on, lease_until) values ($1, now(), now() + interval '7 days')",
    [processId],
  );
  const [mixed, equals] = departments as [string, string];
  for (let number = 0; number < agents + equal; number++) {
    const department = number < agents ? mixed : equals;
    const [row] = await query<{ id: string }>(
      `insert into agent (company_id, username, first_name, last_name, email, department_id, password_hash)
        values ($1, $2, $2, 'Simulated', $2 || '@harbour.example', $3, 'none') returning id`,
      [company(), `simulated${number}`, department],
    );
    const { id } = row as { id: string };
    await query(
      "insert into agent_sight (company_id, agent_id, department_id) values ($1, $2, $3) on conflict do nothing",
      [company(), id, department],
    );
    const mixes = number < agents;
    // At least one agent has each language and skill, since tickets ask for it.
    const spoken = number < 2 ? ["es", "nl"] : languages.filter((one) => one && random() < 0.5);
    const known = number < 2 ? skills : skills.filter(() => random() < 0.5);
    await query("insert into agent_routing values ($1, $2, $3, $4, $5, null)", [
      ...[company(), id, mixes ? 1 + Math.floor(random() * 4) : 50, mixes ? spoken : [], mixes ? known : []],
    ]);
    people.push({ id, department, here: false });
  }
  return people;
}

async function comeOrLeave(person: Person): Promise<void> {
  person.here = !person.here;
  if (person.here)
    await query("insert into presence values ($1, $2, $3, 1)", [company(), person.id, processId]);
  else {
    await query("delete from presence where agent_id = $1", [person.id]);
    await query(
      "insert into absence values ($1, $2, $3) on conflict (company_id, agent_id) do update set left_on = $3",
      [company(), person.id, world.clock.now()],
    );
  }
}

let made = 0;
async function plantTicket(department: string, skills: string[], mixes: boolean): Promise<void> {
  const external = `simulated-${++made}`;
  const [{ id: clientId }] = (await query<{ id: string }>(
    "insert into client (company_id, name) values ($1, $2) returning id",
    [company(), external],
  )) as [{ id: string }];
  const channel = world.channels.harbour.id;
  await query(
    "insert into client_identity (company_id, channel_id, external_id, client_id, lang) values ($1, $2, $3, $4, $5)",
    [company(), channel, external, clientId, mixes ? pick(languages) : null],
  );
  const [ticket] = await query<{ id: string }>(
    `insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on)
      values ($1, $2, $3, $4, $4, 'telegram', $5, $6, $6) returning id`,
    [company(), clientId, channel, external, department, world.clock.now()],
  );
  if (mixes && random() < 0.3)
    await query("insert into ticket_tag (company_id, ticket_id, tag_id) values ($1, $2, $3)", [
      ...[company(), ticket?.id, pick(skills)],
    ]);
}

/** Accepts some of the open offers, and all of equal agents; and closes some tickets. */
async function work(equals: string, closing: number): Promise<void> {
  await query(
    `update ticket t set handler_id = o.agent_id, accepted_by = o.agent_id, accepted_on = $2
      from ticket_offer o where o.company_id = $1 and o.ended_on is null and t.company_id = $1 and t.id = o.ticket_id
        and t.handler_id is null and (t.department_id = $3 or hashtext(t.id::text || $4) % 4 = 0)`,
    [company(), world.clock.now(), equals, String(random())],
  );
  await query(
    `update ticket set closed_on = $2 where company_id = $1 and handler_id is not null and closed_on is null
      and (department_id = $3 or abs(hashtext(id::text || $4)) % 100 < $5)`,
    [company(), world.clock.now(), equals, String(random()), closing],
  );
}

async function offersOfEquals(department: string): Promise<number[]> {
  const rows = await query<{ count: number }>(
    `select (select count(*)::integer from ticket_offer o where o.company_id = $1 and o.agent_id = s.agent_id) as count
      from agent_sight s join agent a on a.company_id = s.company_id and a.id = s.agent_id
      where s.company_id = $1 and s.department_id = $2 and a.last_name = 'Simulated'`,
    [company(), department],
  );
  return rows.map(({ count }) => count);
}

test(`none of ${tickets} tickets waits while one of ${agents} agents has room for it`, async () => {
  random = numbers(Number(process.env.SEED ?? 32));
  const [mixed, equals] = [world.departments.bookings.id, world.departments.groups.id];
  const skills = [];
  for (const name of ["Invoices", "Visas"]) {
    const tag = await world.as("ingrid").post("/create-tag", { name });
    skills.push(tag.json<{ tagid: string }>().tagid);
  }
  const people = await plantAgents([mixed, equals], skills);
  for (const departmentid of [mixed, equals]) {
    const ways = { mode: "round_robin", offer_minutes: 1, previous_days: 0, grace_seconds: 5, weights: {} };
    const set = await world.as("ingrid").post("/change-routing", { departmentid, ...ways });
    expect(set.statusCode, set.body).toBe(200);
  }
  for (const person of people) if (person.department === equals || random() < 0.7) await comeOrLeave(person);
  const look = () => sweepRouting(world.context);
  const most = tickets / perStep + 2_000;
  for (let number = 0; number < most; number++) {
    const arriving = made < tickets;
    for (let one = 0; arriving && one < perStep; one++) {
      const isEqual = random() < 0.3;
      await plantTicket(isEqual ? equals : mixed, skills, !isEqual);
    }
    for (const person of people)
      if (person.department === mixed && random() < (arriving || !person.here ? 0.02 : 0))
        await comeOrLeave(person);
    await Promise.all([look(), look()]);
    // A worker that left a company to the other one looks again half a second later.
    await look();
    expect(await query(idle, [company()]), `step ${number}`).toEqual([]);
    const counts = await offersOfEquals(equals);
    expect(Math.max(...counts) - Math.min(...counts), `step ${number}: ${counts}`).toBeLessThanOrEqual(1);
    await work(equals, arriving ? 10 : 40);
    world.clock.advance(step);
    const [left] = await query<{ open: number }>(
      "select count(*)::integer as open from ticket where company_id = $1 and closed_on is null",
      [company()],
    );
    if (!arriving && left?.open === 0) break;
  }
  await look();
  const [end] = await query<{ forgotten: number; open: number }>(
    `select (select count(*)::integer from ticket where company_id = $1 and accepted_on is null) as forgotten,
      (select count(*)::integer from ticket_offer where company_id = $1 and ended_on is null) as open`,
    [company()],
  );
  expect(end).toEqual({ forgotten: 0, open: 0 });
}, 3_600_000);
