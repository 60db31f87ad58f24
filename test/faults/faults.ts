/**
 * `npm run test:faults`: checks the promises of quality.md while things break, on real processes. `-- --long` takes more
 * rounds and waits as long as a network can be away, `-- --short` takes each moment with the fewest rounds and messages,
 * `-- --rounds 20` kills the app so many times, `-- --only kill,stop` picks, `-- --changed` leaves out what is about code
 * that no commit of the last six hours changed, nor any since the commit that `--since` names.
 */
import { parseArgs } from "node:util";
import { changedFiles } from "../changed.ts";
import { about, concerns } from "./about.ts";
import { type Apart, openApart } from "./apart.ts";
import { createReport } from "./report.ts";
import { acceptTogether, repeatedReply } from "./scenarios/agents.ts";
import { backupUnderLoad } from "./scenarios/backup.ts";
import { changedWhileKilled } from "./scenarios/changes.ts";
import { connectedByCommand } from "./scenarios/connect.ts";
import { connections } from "./scenarios/connection.ts";
import { brokenDatabase, databaseAway } from "./scenarios/database.ts";
import { dividedWhileKilled } from "./scenarios/dividing.ts";
import { firstMailsLeave } from "./scenarios/first-mails.ts";
import { goalsToldOnce } from "./scenarios/goals.ts";
import { killUnderLoad, killWhileDelivering, terminateUnderLoad } from "./scenarios/kill.ts";
import { hangingAccount } from "./scenarios/lanes.ts";
import { cutMailbox } from "./scenarios/mailbox.ts";
import { textsLeaveLater } from "./scenarios/outgoing.ts";
import { killWhilePolling } from "./scenarios/polling.ts";
import { programsRepeat } from "./scenarios/programs.ts";
import { hangingProvider, provider } from "./scenarios/provider.ts";
import { purgedWhileKilled } from "./scenarios/purge.ts";
import { duplicates, earlyReceipts, firstMessages, reordered } from "./scenarios/receive.ts";
import { revokedWhileSending } from "./scenarios/revoked.ts";
import { offersOnce } from "./scenarios/routing.ts";
import { rulesRunOnce } from "./scenarios/rules.ts";
import { snoozesEnd } from "./scenarios/snooze.ts";
import { visitors } from "./scenarios/visitors.ts";
import { webhooksBesideBroken } from "./scenarios/webhooks.ts";
import { weeklyMailsOnce } from "./scenarios/weekly.ts";
import { windowEnds } from "./scenarios/window.ts";
import { openStage, type Stage } from "./stage.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string" },
    long: { type: "boolean", default: false },
    short: { type: "boolean", default: false },
    only: { type: "string" },
    changed: { type: "boolean", default: false },
    since: { type: "string" },
  },
});

/** A hanging provider is given up after a minute, in which scenarios that do not stop this desk run. */
let endOfHanging: () => Promise<void> = async () => undefined;

type Scenario = (stage: Stage) => Promise<unknown>;

/** Returns the number of the form that was asked for. */
function pick(long: number, usual: number, short: number): number {
  if (options.long) return long;
  return options.short ? short : usual;
}
/** Each of a scenario's moments comes so often. */
const rounds = pick(5, 1, 1);
const moreRounds = pick(10, 1, 1);
/** Kills at any moment under load. */
const kills = Number(options.rounds ?? pick(20, 2, 1));

const scenarios: Record<string, Scenario> = {
  accept: (stage) => acceptTogether(stage, { rounds: pick(5, 5, 2) }),
  repeat: repeatedReply,
  duplicates,
  first: firstMessages,
  reordered,
  early: earlyReceipts,
  provider,
  hanging: async (stage) => {
    endOfHanging = await hangingProvider(stage);
  },
  revoked: revokedWhileSending,
  connection: (stage) => connections(stage, { rounds: pick(3, 3, 1), longCut: pick(180, 5, 3) }),
  connect: () => connectedByCommand(report),
  away: async () => databaseAway(await apart(), { seconds: pick(10, 3, 2) }),
  weekly: async () => weeklyMailsOnce(await apart(), { rounds }),
  purge: async () => purgedWhileKilled(await apart(), { platforms: pick(4, 4, 2) }),
  window: async () => windowEnds(await apart()),
  hung: async () => {
    await endOfHanging();
    await closeApart();
  },
  lanes: (stage) => hangingAccount(stage, { measured: pick(40, 40, 20), short: options.short }),
  mailbox: cutMailbox,
  database: (stage) => brokenDatabase(stage, { seconds: pick(10, 3, 1) }),
  delivering: (stage) => killWhileDelivering(stage, { rounds: pick(4, 4, 1), untilExpiry: options.long }),
  outgoing: (stage) => textsLeaveLater(stage, { rounds, perAccount: pick(3, 3, 1) }),
  "first-mails": (stage) => firstMailsLeave(stage, { rounds, mails: pick(3, 3, 2) }),
  changes: (stage) => changedWhileKilled(stage, { rounds }),
  dividing: (stage) => dividedWhileKilled(stage, { rounds }),
  snooze: (stage) => snoozesEnd(stage, { rounds, tickets: pick(20, 20, 8) }),
  programs: (stage) => programsRepeat(stage, { rounds }),
  rules: (stage) => rulesRunOnce(stage, { rounds: moreRounds, tickets: pick(5, 5, 2) }),
  goals: (stage) => goalsToldOnce(stage, { rounds: moreRounds, tickets: pick(5, 5, 2) }),
  routing: (stage) => offersOnce(stage, { rounds: moreRounds, tickets: pick(5, 5, 2) }),
  webhooks: (stage) =>
    webhooksBesideBroken(stage, { rounds: kills, measured: pick(40, 40, 10), long: options.long }),
  backup: (stage) => backupUnderLoad(stage, { filler: pick(100_000, 100_000, 40_000) }),
  stop: (stage) => terminateUnderLoad(stage, { rounds: pick(2, 2, 1) }),
  polling: (stage) => killWhilePolling(stage, { rounds: pick(5, 2, 1) }),
  visitors: (stage) => visitors(stage, { rounds: pick(5, 2, 1) }),
  kill: (stage) => killUnderLoad(stage, { rounds: kills }),
};

const report = createReport((line) => process.stdout.write(`${line}\n`));
const all = Object.keys(scenarios);
const unknown = Object.keys(about).filter((name) => !(name in scenarios));
if (unknown.length > 0) throw new Error(`about.ts names no scenario by ${unknown.join(", ")}`);
const names = chosen();
const stage = await openStage(report, { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" });
let opened: Promise<Apart> | undefined;
try {
  for (const name of names) await run(name);
  await stage.checkAll("in the end");
} catch (error) {
  await report.check("", "the run itself", [`${(error as Error).stack}\n${stage.desk.log().slice(-12000)}`]);
} finally {
  await stage.close();
  await closeApart();
}
const ran = `${names.length} of ${all.length} scenarios, the ${form()} form`;
process.stdout.write(`\n${ran}\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);

/** It is opened for the first that asks. */
function apart(): Promise<Apart> {
  opened ??= openApart(report);
  return opened;
}

async function closeApart(): Promise<void> {
  const closing = opened;
  opened = undefined;
  await (await closing)?.close();
}

function chosen(): string[] {
  if (options.only) return options.only.split(",");
  if (!options.changed) return all;
  const files = changedFiles(options.since);
  return all.filter((name) => concerns(name, files));
}

function form(): string {
  if (options.long) return "long";
  return options.short ? "short" : "usual";
}

async function run(name: string): Promise<void> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no ${name}, but ${Object.keys(scenarios).join(", ")}`);
  const startedAt = performance.now();
  await scenario(stage);
  process.stdout.write(`  ${name} took ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
