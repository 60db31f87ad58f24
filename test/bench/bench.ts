/**
 * `npm run bench`: Parley's speed as ratios to bare floors that are measured in the same run, on this machine, over
 * loopback. `-- --quick` is shorter, `-- --scale` measures lists and searches in a large database instead (`--in=FOLDER` keeps it for the next time), `-- --upgrade` how
 * long a large desk is brought to this version, `-- --organisations` those of a large desk, `-- --visitors=10000` the web chat alone,
 * beside so many visitors, `-- --webhooks` webhooks alone, `-- --rules` rules alone, `-- --programs` keys and events among ten million, `-- --mails` a ticket of 200 mails in a browser, alone. Ends with an error when load was lost or refused, not
 * when a goal is missed: the machine it runs on may be busy.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { settingsFor } from "../../simulator/src/registry.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { callAs } from "../outside/caller.ts";
import { createClient } from "../outside/client.ts";
import { createDesk, type Desk, freePort } from "../outside/desk.ts";
import { type House, plantHouse } from "../outside/house.ts";
import { measureAgents, measureStarts } from "./agents.ts";
import { plantCrowd } from "./crowd.ts";
import type { Order } from "./generator.ts";
import { measureMails, measureMailsAlone } from "./mails.ts";
import { answerOf, type Measured, type Plan, type Spread } from "./measure.ts";
import { measureOrganisations } from "./organisations.ts";
import { post } from "./post.ts";
import { measurePrograms } from "./programs.ts";
import { measureRules } from "./rules.ts";
import { measureScale } from "./scale.ts";
import { faultsOf, printTable, type Row } from "./table.ts";
import type { DeskAddress } from "./targets.ts";
import { measureUpgrade } from "./upgrade.ts";
import type { MeasuredBeside } from "./visitors.ts";
import { measureWebhooks } from "./webhooks.ts";
import { widgetLines } from "./widget.ts";

const sizes: Record<string, string> = {
  "--scale": "--scale=10m",
  "--upgrade": "--upgrade=4m",
  "--programs": "--programs=10m",
};
const { values: options } = parseArgs({
  args: process.argv.slice(2).map((argument) => sizes[argument] ?? argument),
  options: {
    quick: { type: "boolean", default: false },
    profile: { type: "string" },
    scale: { type: "string" },
    in: { type: "string" },
    upgrade: { type: "string" },
    visitors: { type: "string" },
    mails: { type: "boolean", default: false },
    webhooks: { type: "boolean", default: false },
    rules: { type: "boolean", default: false },
    programs: { type: "string" },
    organisations: { type: "boolean", default: false },
  },
});
if (options.scale) {
  await measureScale(options.scale, options.in);
  process.exit();
}
if (options.upgrade) {
  await measureUpgrade(options.upgrade);
  process.exit();
}
if (options.organisations) {
  await measureOrganisations();
  process.exit();
}
if (options.programs) {
  await measurePrograms(options.programs);
  process.exit();
}
if (options.webhooks) {
  const faults = await measureWebhooks(options.quick);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exit(faults.length === 0 ? 0 : 1);
}
if (options.rules) {
  const faults = await measureRules(options.quick);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exit(faults.length === 0 ? 0 : 1);
}
if (options.mails) {
  await measureMailsAlone();
  process.exit();
}
const seconds = options.quick ? 1 : 10;
const rate = 500;
const tickets = 50;
const workers = 16;
const visitors = Number(options.visitors ?? (options.quick ? 300 : 10_000));
/** Visitors who write; the others only have the chat open. */
const writing = 100;
const warmUp: Plan = { kind: "closed", workers: 8, seconds: options.quick ? 1 : 4, tickets };
const atRate: Plan = { kind: "open", perSecond: rate, seconds, tickets };
const closed: Plan = { kind: "closed", workers, seconds, tickets };
const ofVisitors = {
  kind: "open" as const,
  perSecond: rate / 2,
  seconds: options.quick ? 1 : 10,
  tickets: writing,
} satisfies Plan;
const child = (name: string) => fork(join(import.meta.dirname, name));

const generator = child("generator.ts");
const { stubUrl } = await answerOf<{ stubUrl: string }>(generator);
const floor = await measureFloor();
const simulator = await startSimulator();
const profiling = options.profile ? `--cpu-prof --cpu-prof-dir=${options.profile}` : "";
const env: Record<string, string> = {
  NODE_ENV: "production",
  // Each visitor comes from a network of its own.
  TRUST_PROXY: "127.0.0.1",
  ...settingsFor(stubUrl, simulator.network),
  NODE_OPTIONS: profiling,
};
const desk = await createDesk(env);
const faults: string[] = [];
try {
  await desk.start();
  const house = await plantHouse(desk, simulator);
  printTable(options.visitors ? await measureWebChat(desk, house) : await measureAll(desk, house));
  process.stdout.write(`\n${await widgetLines(options.quick ? 1 : 5)}\n`);
} finally {
  generator.kill();
  await desk.stop();
  await desk.remove();
  await simulator.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exit(faults.length === 0 ? 0 : 1);

async function measureAll(desk: Desk, house: House): Promise<Row[]> {
  const rows = [
    ...(await measureDesk(desk, house)),
    ...(await measureVisitors(desk, house)),
    ...(await measureManyAgents(desk, house)),
  ];
  // Profiling would be part of the start.
  delete env.NODE_OPTIONS;
  const mails = options.quick ? [] : await measureMails(desk, house);
  return [...rows, ...mails, await measureStarts(desk, options.quick ? 1 : 7)];
}

/** The agents' tickets are made first, as in the whole measurement. */
async function measureWebChat(desk: Desk, house: House): Promise<Row[]> {
  await ask<Measured[]>({ work: "push", address: deskAddress(desk, house, clients()), plans: [warmUp] });
  return measureVisitors(desk, house);
}

async function ask<Answer>(order: Order): Promise<Answer> {
  generator.send(order);
  return (await answerOf<{ answer: Answer }>(generator)).answer;
}

async function measureFloor() {
  const process: ChildProcess = child("floor.ts");
  const { url } = await answerOf<{ url: string }>(process);
  const plans = [warmUp, atRate, closed, ofVisitors];
  const [, timed, looped, slow] = await ask<Measured[]>({
    work: "push",
    address: { kind: "floor", url },
    plans,
  });
  process.send({ transactions: { connections: workers, seconds } });
  const { perSecond } = await answerOf<{ perSecond: number }>(process);
  process.send("end");
  if (!timed || !looped || !slow) throw new Error("The floor was not measured");
  return { timed, looped, slow, transactions: perSecond };
}

function clients(): number[] {
  return Array.from({ length: tickets }, (_, index) => 770_001 + index);
}

async function measureDesk(desk: Desk, house: House): Promise<Row[]> {
  const address = deskAddress(desk, house, clients());
  const [, timed, looped] = await ask<Measured[]>({ work: "push", address, plans: [warmUp, atRate, closed] });
  const turns = await ask<Spread>({ work: "turns", url: desk.url, count: 500 });
  const own = await repliesOf(desk, house);
  const replies = await ask<Measured>({ work: "replies", replies: own });
  const theirs = await otherReplies(desk, house);
  const calm = await ask<Measured>({ work: "replies", replies: theirs });
  const hanging = { bot: house.harbour.botId, cookie: own.cookie, tickets: own.tickets };
  const beside = await ask<Measured>({ work: "replies", replies: { ...theirs, hanging } });
  const ids = (await desk.query<{ id: string }>("select id from ticket")).map(({ id }) => id);
  const transactions = { databaseUrl: desk.databaseUrl(), tickets: ids, connections: workers, seconds };
  const bare = await ask<{ perSecond: number }>({ work: "transactions", transactions });
  if (!timed || !looped) throw new Error("The desk was not measured");
  return [
    ...tell(timed, looped, turns, replies, bare.perSecond),
    tellBeside(own.tickets.length, calm, beside),
  ];
}

function tell(timed: Measured, looped: Measured, turns: Spread, replies: Measured, bare: number): Row[] {
  const inbound = `inbound webhook → agent's frame, ${rate}/s over ${tickets} tickets`;
  const loop = `the same, closed loop of ${workers}`;
  const outbound = "agent reply → provider stub";
  faults.push(...faultsOf(inbound, timed), ...faultsOf(loop, looped), ...faultsOf(outbound, replies));
  const slower = { p50: timed.p50 / floor.timed.p50, p99: timed.p99 / floor.timed.p99 };
  const share = looped.perSecond / bare;
  const allowed = 2 * turns.p50 + 8;
  return [
    { work: `floor: POST → INSERT → push, ${rate}/s`, times: floor.timed, perSecond: floor.timed.perSecond },
    {
      work: inbound,
      times: timed,
      perSecond: timed.perSecond,
      ratio: `p50 ${slower.p50.toFixed(2)}, p99 ${slower.p99.toFixed(2)}`,
      goal: "p50 ≤ 2.5 × floor, p99 ≤ 4 ×, p99 < 200 ms",
      met: slower.p50 <= 2.5 && slower.p99 <= 4 && timed.p99 < 200,
    },
    { work: `bare INSERTs, ${workers} connections`, perSecond: floor.transactions },
    {
      work: `floor: POST → INSERT → push, closed loop of ${workers}`,
      times: floor.looped,
      perSecond: floor.looped.perSecond,
      ratio: (floor.looped.perSecond / floor.transactions).toFixed(2),
    },
    { work: `bare transactions of a message, ${workers} connections`, perSecond: bare },
    {
      work: loop,
      times: looped,
      perSecond: looped.perSecond,
      ratio: share.toFixed(2),
      goal: "≥ 0.6 of the bare transactions",
      met: share >= 0.6,
    },
    { work: "floor: one network turn (GET /healthz)", times: turns },
    {
      work: outbound,
      times: replies,
      perSecond: replies.perSecond,
      ratio: (replies.p50 / allowed).toFixed(2),
      goal: `p50 ≤ 2 turns + 8 ms = ${allowed.toFixed(1)} ms`,
      met: replies.p50 <= allowed,
    },
  ];
}

async function measureManyAgents(desk: Desk, house: House): Promise<Row[]> {
  // An inspector costs a process some 7 % of its speed, so only the process whose memory is measured has it.
  const inspector = await freePort();
  await desk.stop();
  env.NODE_OPTIONS = `--inspect=127.0.0.1:${inspector} ${profiling}`;
  await desk.start();
  env.NODE_OPTIONS = profiling;
  const measured = await measureAgents({ quick: options.quick, desk, house, inspector, ask });
  faults.push(...measured.faults);
  return measured.rows;
}

function tellBeside(tickets: number, calm: Measured, beside: Measured): Row {
  const work = `another company's reply while an account hangs with ${tickets} tickets`;
  faults.push(...faultsOf(work, beside));
  const slower = beside.p99 / calm.p99;
  return {
    work,
    times: beside,
    perSecond: beside.perSecond,
    ratio: `p99 ${slower.toFixed(2)}`,
    goal: `p99 ≤ 2 × undisturbed, ${calm.p99.toFixed(1)} ms`,
    met: slower <= 2,
  };
}

/** Visitors of a web chat: as fast as a provider's clients, and no load for agents. */
async function measureVisitors(desk: Desk, house: House): Promise<Row[]> {
  const crowd = await plantCrowd(desk, house, visitors);
  const { cookie } = house.people.ingrid;
  const [, written] = await ask<Measured[]>({
    work: "push",
    address: { kind: "visitors", ...crowd, cookie },
    plans: [{ ...ofVisitors, perSecond: writing, seconds: 1 }, ofVisitors],
  });
  const agents = deskAddress(desk, house, clients());
  const calm: Plan = { kind: "open", perSecond: 100, seconds: options.quick ? 1 : 10, tickets };
  const { connected, before, during } = await ask<MeasuredBeside>({
    work: "beside",
    beside: { agents, crowd, writing, plan: calm },
  });
  if (!written) throw new Error("The visitors were not measured");
  return tellVisitors({ all: crowd.tokens.length, connected, written, before, during });
}

type Crowded = MeasuredBeside & { all: number; written: Measured };

function tellVisitors({ all, connected, written, before, during }: Crowded): Row[] {
  const message = `visitor's message → agent's frame, ${rate / 2}/s of ${writing} visitors`;
  const beside = `inbound webhook → agent's frame, 100/s, beside ${all} visitors of whom ${writing} write`;
  faults.push(...faultsOf(message, written), ...faultsOf(beside, during));
  if (connected !== all) faults.push(`Of ${all} visitors ${connected} were connected`);
  const slower = { p50: written.p50 / floor.slow.p50, p99: written.p99 / floor.slow.p99 };
  return [
    {
      work: `floor: POST → INSERT → push, ${rate / 2}/s`,
      times: floor.slow,
      perSecond: floor.slow.perSecond,
    },
    {
      work: message,
      times: written,
      perSecond: written.perSecond,
      ratio: `p50 ${slower.p50.toFixed(2)}, p99 ${slower.p99.toFixed(2)}`,
      goal: "p99 < 100 ms",
      met: written.p99 < 100,
    },
    { work: "inbound webhook → agent's frame, 100/s, no visitors", times: before },
    {
      work: beside,
      times: during,
      perSecond: during.perSecond,
      ratio: `p99 ${(during.p99 / before.p99).toFixed(2)}`,
      goal: "p99 ≤ 2 × without them, or < 50 ms",
      met: during.p99 <= 2 * before.p99 || during.p99 < 50,
    },
  ];
}

function deskAddress(desk: Desk, { harbour, people }: House, clients: number[]): DeskAddress {
  const { webhook, secret } = harbour;
  return { kind: "desk", url: desk.url, webhook, secret, cookie: people.ingrid.cookie, clients };
}

async function repliesOf(desk: Desk, house: House) {
  const { cookie } = house.people.mira;
  const rows = await desk.query<{ id: string }>("select id from ticket limit 16");
  const mine = rows.map(({ id }) => id);
  for (const ticketid of mine)
    await callAs(desk.url, house.people.mira).surely("/acceptTicket", { ticketid });
  for (const ticketid of mine) {
    await post(`${desk.url}/send-message`, { ticketid, content: "warm" }, { cookie, origin: desk.url });
  }
  return { url: desk.url, cookie, tickets: mine, count: options.quick ? 40 : 600 };
}

/** Replies of another company, in five tickets. */
async function otherReplies(desk: Desk, { northwind, people: { omar } }: House) {
  for (let client = 0; client < 5; client++) await (await createClient(simulator, northwind)).write("Hello");
  const rows = await desk.query<{ id: string }>("select id from ticket where company_id = $1", [
    omar.actor.companyId,
  ]);
  const tickets = rows.map(({ id }) => id);
  for (const ticketid of tickets) await callAs(desk.url, omar).surely("/acceptTicket", { ticketid });
  // Both runs together stay within an agent's burst of calls.
  return { url: desk.url, cookie: omar.cookie, tickets, count: options.quick ? 40 : 290 };
}
