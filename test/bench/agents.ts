/**
 * Measures many agents at once: their connections, presence, work, and the way back after kill -9; many open tickets;
 * starting.
 */
import { fork } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { cookieName } from "../../server/src/sign-in/session/session-cookie.ts";
import type { Desk } from "../outside/desk.ts";
import type { House } from "../outside/house.ts";
import { memoryInUse } from "../outside/memory.ts";
import { cpuOf } from "../outside/processor-time.ts";
import type { AgentLoad, AgentOrder, Opened, Returned, Worked } from "./agents-load.ts";
import { answerOf, type Spread, spreadOf } from "./measure.ts";
import type { Row } from "./table.ts";

type Asking = <Answer>(order: { work: "agents"; order: AgentOrder }) => Promise<Answer>;
type Options = {
  quick: boolean;
  desk: Desk;
  house: House;
  /** The port of the desk's inspector. */
  inspector: number;
  ask: Asking;
};

/** The number of agents of one department, and of their tickets. */
const ofDepartment = 100;
/** Actions per second. */
const actions = 100;
const openTickets = 5_000;
const companies = 20;

export async function measureAgents({
  quick,
  desk,
  house,
  inspector,
  ask,
}: Options): Promise<{ rows: Row[]; faults: string[] }> {
  const count = quick ? 50 : 2_000;
  const act = <Answer>(order: AgentOrder) => ask<Answer>({ work: "agents", order });
  const bare = await measureBare(act, count);
  const { people, planted } = house;
  const one = { company: people.ingrid.actor.companyId, channel: planted.channels.harbour.id };
  const load = await plantAgents(desk, [one], count);
  const before = await memoryInUse(inspector);
  const opened = await act<Opened>({ act: "open", load, refetch: false, presence: true });
  const memory = ((await memoryInUse(inspector)) - before) / count;
  const cpuBefore = cpuOf(desk.pid);
  const startedAt = performance.now();
  const pause = (count / actions) * 1_000;
  const worked = await act<Worked>({ act: "work", seconds: quick ? 1 : 40, pause });
  const busy = (cpuOf(desk.pid) - cpuBefore) / ((performance.now() - startedAt) / 1_000);
  const rounds = quick ? 1 : 3;
  const backs = await returns(desk, act, rounds);
  await act({ act: "close" });
  const loadApart = await plantAgents(desk, await plantCompanies(desk, house), count);
  await act<Opened>({ act: "open", load: loadApart, refetch: false, presence: false });
  const apart = await returns(desk, act, rounds);
  const away = [...backs, ...apart].reduce((sum, one) => sum + one.away, 0);
  await act({ act: "close" });
  const first = await measureFirstTickets(desk, house, quick ? 10 : 100);
  const faults = [
    ...(worked.refused > worked.sent * 0.00025 ? [`Of ${worked.sent} actions ${worked.refused} failed`] : []),
    ...(away > 0 ? [`Of ${count} agents ${away} did not come back`] : []),
  ];
  return { rows: tell({ count, bare, memory, opened, worked, busy, backs, apart, first }), faults };
}

/** Measures from the start of the process to its readiness, on existing data. */
export async function measureStarts(desk: Desk, count: number): Promise<Row> {
  const durations: number[] = [];
  for (let start = 0; start < count; start += 1) {
    await desk.stop();
    const startedAt = performance.now();
    await desk.start();
    durations.push(performance.now() - startedAt);
  }
  const times = spreadOf(durations);
  return { work: "start to ready, existing data", times, goal: "p50 ≤ 0.8 s", met: times.p50 <= 800 };
}

/** Bytes of one connection to socket.io alone. */
async function measureBare(
  act: <Answer>(order: AgentOrder) => Promise<Answer>,
  count: number,
): Promise<number> {
  const floor = fork(join(import.meta.dirname, "bare-sockets.ts"), { execArgv: ["--expose-gc"] });
  const { url } = await answerOf<{ url: string }>(floor);
  const memory = async () => {
    floor.send("memory");
    return (await answerOf<{ memory: number }>(floor)).memory;
  };
  const before = await memory();
  const agents = Array.from({ length: count }, () => ({ cookie: "", ticket: "" }));
  await act({ act: "open", load: { url, agents }, refetch: false, presence: false });
  const each = ((await memory()) - before) / count;
  await act({ act: "close" });
  floor.send("end");
  return each;
}

type Place = { company: string; channel: string };

/** Companies with an account each. */
function plantCompanies(desk: Desk, { planted }: House): Promise<Place[]> {
  return desk.query<Place>(
    `with made as (insert into company (name) select 'Company ' || n from generate_series(1, $1) n returning company_id)
    insert into channel (company_id, platform, external_id, name, credentials, webhook_secret_hash, next_check_on)
      select made.company_id, platform, made.company_id, name, credentials, webhook_secret_hash, now() + interval '1 day'
      from made, channel where channel.id = $2
      returning company_id as company, id as channel`,
    [companies, planted.channels.harbour.id],
  );
}

/** Agents with a session and an accepted ticket each. They are planted as rows, since none of this is measured. */
async function plantAgents(desk: Desk, places: Place[], count: number): Promise<AgentLoad> {
  const each = Math.ceil(count / places.length);
  const made = Array.from({ length: count }, (_, n) => ({
    ...places[Math.floor(n / each)],
    n,
    id: randomUUID(),
    team: Math.floor(n / ofDepartment),
    client: randomUUID(),
    ticket: randomUUID(),
    token: randomBytes(32).toString("base64url"),
  }));
  await desk.query(
    `with given as (select * from jsonb_to_recordset($1::jsonb)
      as one (company uuid, channel uuid, n int, id uuid, team int, client uuid, ticket uuid, hash text)),
    team as (insert into department (company_id, name) select distinct company, 'Team ' || team from given returning *),
    person as (insert into agent (company_id, id, department_id, username, first_name, last_name, email, password_hash)
      select company, given.id, team.id, 'agent' || n, 'Agent', n::text, 'agent' || n || '@bench.example', ''
      from given join team on team.company_id = company and team.name = 'Team ' || given.team returning *),
    signed as (insert into session (token_hash, company_id, agent_id, created_on, last_used_on, expires_on)
      select decode(hash, 'hex'), company, id, now(), now(), now() + interval '1 day' from given),
    writer as (insert into client (company_id, id, name, created_on) select company, client, 'Client ' || n, now() from given),
    known as (insert into client_identity (company_id, channel_id, external_id, client_id)
      select company, channel, (800000000 + n)::text, client from given)
    insert into ticket (company_id, id, client_id, channel_id, client_external_id, thread, platform, department_id, handler_id,
        created_on, accepted_on, updated_on)
      select company, ticket, client, channel, (800000000 + n)::text, (800000000 + n)::text, 'telegram', person.department_id, person.id,
        now(), now(), now()
      from given join person on person.id = given.id`,
    [
      JSON.stringify(
        made.map(({ token, ...one }) => ({ ...one, hash: createHash("sha256").update(token).digest("hex") })),
      ),
    ],
  );
  // The database would do this itself in time.
  await desk.query("analyze");
  const name = cookieName({ publicUrl: desk.url });
  return { url: desk.url, agents: made.map(({ token, ticket }) => ({ cookie: `${name}=${token}`, ticket })) };
}

async function returns(
  desk: Desk,
  act: <Answer>(order: AgentOrder) => Promise<Answer>,
  rounds: number,
): Promise<Back[]> {
  const backs: Back[] = [];
  for (let round = 0; round < rounds; round += 1) backs.push(await killAndReturn(desk, act));
  return backs;
}

/** Milliseconds from kill -9 until each agent has reconnected and fetched everything; and the agents still away. */
async function killAndReturn(desk: Desk, act: <Answer>(order: AgentOrder) => Promise<Answer>): Promise<Back> {
  const startedAt = performance.now();
  await desk.kill();
  const [{ away }] = await Promise.all([act<Returned>({ act: "return" }), desk.start()]);
  return { away, milliseconds: performance.now() - startedAt };
}

async function measureFirstTickets(desk: Desk, { people, planted }: House, rounds: number) {
  await desk.query(
    `with made as (insert into client (company_id, name, created_on)
        select $1, 'Client of many ' || n, now() from generate_series(1, $3) n returning *),
      known as (insert into client_identity (company_id, channel_id, external_id, client_id)
        select $1, $2, id::text, id from made returning *)
    insert into ticket (company_id, client_id, channel_id, client_external_id, thread, platform, department_id, created_on, updated_on)
      select $1, client_id, $2, external_id, external_id, 'telegram', $4, now(), now() from known`,
    [
      people.ingrid.actor.companyId,
      planted.channels.harbour.id,
      openTickets,
      planted.departments.bookings.id,
    ],
  );
  await desk.query("analyze ticket, client, client_identity");
  const { cookie } = people.ingrid;
  const durations: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${desk.url}/tickets?limit=60`, { headers: { cookie } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`The first tickets were answered with ${answer.status}`);
    // The first round fills the caches.
    if (round > 0) durations.push(performance.now() - startedAt);
  }
  return { ...spreadOf(durations), bytes };
}

/** Milliseconds. */
type Back = Returned & { milliseconds: number };

type Told = {
  count: number;
  bare: number;
  memory: number;
  opened: Opened;
  worked: Worked;
  busy: number;
  backs: Back[];
  apart: Back[];
  first: Spread & { bytes: number };
};

function tell({ count, bare, memory, opened, worked, busy, backs, apart, first }: Told): Row[] {
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  // One frame a second for each viewer, each way, however many arrive.
  const frames = count * (2 + opened.milliseconds / 500);
  const failed = worked.refused / worked.sent;
  const works = `mean ${worked.mean.toFixed(1)} ms, ${(busy * 100).toFixed(0)} % of a processor, ${worked.refused} failed`;
  return [
    {
      work: `memory of an idle agent's connection, of ${count}`,
      ratio: `${kilobytes(memory)}: ${(memory / bare).toFixed(2)}`,
      goal: `≤ 1.3 × socket.io alone, ${kilobytes(bare)}`,
      met: memory <= 1.3 * bare,
    },
    {
      work: `${count} agents arrive in ${(opened.milliseconds / 1_000).toFixed(1)} s: frames of presence`,
      ratio: String(opened.presenceFrames),
      goal: `≤ ${Math.round(frames)}: two a second for each who looks`,
      met: opened.presenceFrames <= frames,
    },
    {
      work: `${count} agents online, ${actions} actions a second: ${works}`,
      times: worked,
      goal: "mean ≤ 20 ms, p99 ≤ 200 ms, ≤ 0.025 % failed, ≤ 50 %",
      met: worked.mean <= 20 && worked.p99 <= 200 && failed <= 0.00025 && busy <= 0.5,
    },
    tellBacks(`${count} of one company`, backs, 25),
    tellBacks(`${count} of ${companies} companies`, apart, 15),
    {
      work: `first tickets of ${openTickets} open ones`,
      times: first,
      ratio: kilobytes(first.bytes),
      goal: "p95 ≤ 30 ms, ≤ 200 KB",
      met: first.p95 <= 30 && first.bytes <= 200 * 1024,
    },
  ];
}

/** The median of the rounds is to be at most so many seconds. */
function tellBacks(who: string, backs: Back[], most: number): Row {
  const median = spreadOf(backs.map(({ milliseconds }) => milliseconds)).p50;
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  return {
    work: `kill -9 until all ${who} are back and have fetched everything`,
    ratio: backs
      .map(({ away, milliseconds }) => seconds(milliseconds) + (away > 0 ? ` (${away} away)` : ""))
      .join(", "),
    goal: `≤ ${most} s, the median`,
    met: backs.every(({ away }) => away === 0) && median <= most * 1_000,
  };
}
