/**
 * `npm run bench -- --rules`: what 50 rules cost the path of a message, in pairs with and without them, and how far behind they are
 * when 100 messages a second go through them.
 */
import { setTimeout as wait } from "node:timers/promises";
import { settingsFor } from "../../simulator/src/registry.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { type Caller, callAs } from "../outside/caller.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { type House, plantHouse } from "../outside/house.ts";
import { type Measured, type Plan, run, type Target } from "./measure.ts";
import { processorTime } from "./processor.ts";
import { faultsOf, printTable, type Row } from "./table.ts";
import { type DeskAddress, openDesk } from "./targets.ts";

const rules = 50;
const pairs = 10;
const tickets = 20;
const perSecond = 100;
/** Milliseconds until the last judgement after the load. */
const patience = 60_000;

export async function measureRules(quick: boolean): Promise<string[]> {
  const simulator = await startSimulator();
  const desk = await createDesk({ NODE_ENV: "production", ...settingsFor(simulator.url, simulator.network) });
  const faults: string[] = [];
  try {
    await desk.start();
    const house = await plantHouse(desk, simulator);
    const admin = callAs(desk.url, house.people.ingrid);
    const target = await openDesk(addressOf(desk, house));
    await run(target, { kind: "closed", workers: 4, seconds: 2, tickets });
    const made = await makeRules(admin);
    const rows = [...(await measureCost({ admin, made, desk, target, quick, faults }))];
    await turn(admin, made, true);
    rows.push(await measureThrough({ desk, target, quick, faults }));
    await target.close();
    printTable(rows);
  } finally {
    await desk.stop();
    await desk.remove();
    await simulator.close();
  }
  return faults;
}

type Measuring = { desk: Desk; target: Target; quick: boolean; faults: string[] };

/** With and without, in turn, each after what was due has been judged: of the ratios the one in the middle. */
async function measureCost({
  admin,
  made,
  desk,
  target,
  quick,
  faults,
}: Measuring & { admin: Caller; made: string[] }): Promise<Row[]> {
  const plan: Plan = { kind: "closed", workers: 4, seconds: quick ? 2 : 4, tickets };
  const work = `inbound webhook → agent's frame, closed loop of 4, with ${rules} rules`;
  const ratios: number[] = [];
  const spent = { with: [] as number[], without: [] as number[] };
  let last: Measured | undefined;
  for (let pair = 0; pair < (quick ? 3 : pairs); pair++) {
    const speeds = { with: 0, without: 0 };
    for (const side of pair % 2 === 0 ? (["without", "with"] as const) : (["with", "without"] as const)) {
      await turn(admin, made, side === "with");
      const before = processorTime(desk);
      const measured = await run(target, plan);
      faults.push(...faultsOf(work, measured));
      speeds[side] = measured.perSecond;
      if (side === "with") last = measured;
      await untilJudged(desk);
      const after = processorTime(desk);
      spent[side].push((after.desk + after.database - before.desk - before.database) / measured.sent);
    }
    ratios.push(speeds.with / speeds.without);
  }
  const ratio = middleOf(ratios);
  const cost = {
    work: `${work}, ${ratios.length} pairs`,
    ...(last && { times: last, perSecond: last.perSecond }),
    ratio: `${ratio.toFixed(3)} (${ratios.map((one) => one.toFixed(2)).join(" ")})`,
    goal: "≥ 0.95 of without them",
    met: ratio >= 0.95,
  };
  const [without, beside] = [middleOf(spent.without), middleOf(spent.with)];
  return [
    cost,
    {
      work: `the same: processor time of a message with its judging, desk and database, ${without.toFixed(1)} → ${beside.toFixed(1)} ms`,
    },
  ];
}

const middleOf = (all: number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;

async function measureThrough({ desk, target, quick, faults }: Measuring): Promise<Row> {
  const work = `${perSecond} messages/s through ${rules} rules`;
  const [before] = await desk.query<{ count: number }>(countJudged);
  const measured = await run(target, { kind: "open", perSecond, seconds: quick ? 5 : 15, tickets });
  faults.push(...faultsOf(work, measured));
  const [{ due } = { due: 0 }] = await desk.query<{ due: number }>(countDue);
  const since = performance.now();
  if (!(await untilJudged(desk))) faults.push(`Not all was judged in ${patience / 1000} s`);
  const drained = (performance.now() - since) / 1000;
  const [after] = await desk.query<{ count: number }>(countJudged);
  const judged = (after?.count ?? 0) - (before?.count ?? 0);
  const [{ largest, mean } = { largest: 0, mean: 0 }] = await desk.query<{ largest: number; mean: number }>(
    "select max(octet_length(judged))::integer as largest, avg(octet_length(judged))::integer as mean from rule_judgement",
  );
  if (judged < measured.sent)
    faults.push(`${measured.sent - judged} of ${measured.sent} messages were not judged`);
  return {
    work: `${work}: ${due} waited at its end, judged in ${drained.toFixed(1)} s; a judgement has ${mean} bytes, at most ${largest}`,
    times: measured,
    perSecond: measured.perSecond,
    goal: "≤ 1 KB an event, and none missing",
    met: largest <= 1_024 && judged >= measured.sent,
  };
}

const countJudged = "select count(*)::integer as count from rule_judgement";
const countDue = `select (select count(*) from rule_due) + (select count(*) from event where place is null) as due`;

/** Returns false where something was still due after all the patience. */
async function untilJudged(desk: Desk): Promise<boolean> {
  const since = performance.now();
  while (performance.now() - since < patience) {
    // Twice: what is placed meanwhile is noted a moment later.
    const [first] = await desk.query<{ due: string }>(countDue);
    await wait(300);
    const [second] = await desk.query<{ due: string }>(countDue);
    if (Number(first?.due) === 0 && Number(second?.due) === 0) return true;
  }
  return false;
}

/** Each hears every message, asks three things, and holds for none of the tickets: what is measured is the judging. */
async function makeRules(admin: Caller): Promise<string[]> {
  const made: string[] = [];
  for (let at = 0; at < rules; at++) {
    const answer = await admin.surely("/create-rule", {
      ...{ name: `Bench ${at}`, enabled: false, departmentids: null, stops: false },
      when: { kind: "event", events: ["client_wrote"] },
      condition: {
        all: [
          { field: "platform", operator: "is", value: "telegram" },
          { field: "priority", operator: "is", value: "normal" },
          { field: "client_name", operator: "is", value: `Nobody ${at}` },
        ],
      },
      actions: [{ kind: "priority", priority: "high" }],
    });
    const { ruleid } = answer.body as { ruleid?: string };
    if (!ruleid) throw new Error(`No rule was made: ${JSON.stringify(answer)}`);
    made.push(ruleid);
  }
  return made;
}

async function turn(admin: Caller, made: string[], enabled: boolean): Promise<void> {
  for (const ruleid of made) await admin.surely("/switch-rule", { ruleid, enabled });
}

function addressOf(desk: Desk, { harbour, people }: House): DeskAddress {
  const clients = Array.from({ length: tickets }, (_, index) => 790_001 + index);
  const { webhook, secret } = harbour;
  return { kind: "desk", url: desk.url, webhook, secret, cookie: people.ingrid.cookie, clients };
}
