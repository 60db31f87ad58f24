/**
 * `npm run test:faults`: checks the promises of quality.md while things break, on real processes, in two minutes. `--
 * --long` takes more rounds and waits as long as a network can be away, `-- --rounds 20` kills the app so many times,
 * `-- --only kill,stop` picks.
 */
import { parseArgs } from "node:util";
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
    only: { type: "string" },
  },
});

/** A hanging provider is given up after a minute, in which scenarios that do not stop this desk run. */
let endOfHanging: () => Promise<void> = async () => undefined;

type Scenario = (stage: Stage) => Promise<unknown>;

const scenarios: Record<string, Scenario> = {
  accept: acceptTogether,
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
  connection: (stage) => connections(stage, { longCut: options.long ? 180 : 5 }),
  connect: () => connectedByCommand(report),
  away: () => databaseAway(report, { seconds: options.long ? 10 : 3 }),
  window: () => windowEnds(report),
  hung: () => endOfHanging(),
  lanes: hangingAccount,
  mailbox: cutMailbox,
  database: (stage) => brokenDatabase(stage, { seconds: options.long ? 10 : 3 }),
  delivering: (stage) => killWhileDelivering(stage, { untilExpiry: options.long }),
  outgoing: (stage) => textsLeaveLater(stage, { rounds: options.long ? 5 : 1 }),
  "first-mails": (stage) => firstMailsLeave(stage, { rounds: options.long ? 5 : 1 }),
  changes: (stage) => changedWhileKilled(stage, { rounds: options.long ? 5 : 1 }),
  dividing: (stage) => dividedWhileKilled(stage, { rounds: options.long ? 5 : 1 }),
  snooze: (stage) => snoozesEnd(stage, { rounds: options.long ? 5 : 1 }),
  programs: (stage) => programsRepeat(stage, { rounds: options.long ? 5 : 1 }),
  rules: (stage) => rulesRunOnce(stage, { rounds: options.long ? 10 : 1 }),
  goals: (stage) => goalsToldOnce(stage, { rounds: options.long ? 10 : 1 }),
  weekly: (stage) => weeklyMailsOnce(stage, { rounds: options.long ? 5 : 1 }),
  routing: (stage) => offersOnce(stage, { rounds: options.long ? 10 : 1 }),
  purge: () => purgedWhileKilled(report),
  webhooks: (stage) =>
    webhooksBesideBroken(stage, {
      rounds: Number(options.rounds ?? (options.long ? 20 : 2)),
      long: options.long,
    }),
  backup: backupUnderLoad,
  stop: terminateUnderLoad,
  polling: (stage) => killWhilePolling(stage, { rounds: options.long ? 5 : 2 }),
  visitors: (stage) => visitors(stage, { rounds: options.long ? 5 : 2 }),
  kill: (stage) => killUnderLoad(stage, { rounds: Number(options.rounds ?? (options.long ? 20 : 2)) }),
};

const report = createReport((line) => process.stdout.write(`${line}\n`));
const stage = await openStage(report, { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" });
try {
  const names = options.only ? options.only.split(",") : Object.keys(scenarios);
  for (const name of names) await run(name);
  await stage.checkAll("in the end");
} catch (error) {
  await report.check("", "the run itself", [`${(error as Error).stack}\n${stage.desk.log().slice(-12000)}`]);
} finally {
  await stage.close();
}
process.stdout.write(`\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);

async function run(name: string): Promise<void> {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no ${name}, but ${Object.keys(scenarios).join(", ")}`);
  await scenario(stage);
}
