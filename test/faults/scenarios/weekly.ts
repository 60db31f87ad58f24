/** The mail of a week's figures becomes due while the worker is killed: each administrator gets it once. */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Apart } from "../apart.ts";
import { holdWorker } from "../hold-worker.ts";
import { type Stage, until } from "../stage.ts";

/** Administrators of two companies. */
const readers = ["ingrid", "freya"] as const;
/** Milliseconds from the worker's start. */
const allowed = 30_000;

/** A week has just become due, and the desk was killed before: the worker sweeps at its start, and then every 15 seconds. */
type Moment = { what: string; kill(stage: Stage): Promise<void> };

const moments: Moment[] = [
  { what: "before the mail is queued", kill: killHeld("lock table mail in share mode") },
  { what: "between the mail and its week", kill: killHeld("lock table figure_mail in share mode") },
  {
    what: "at a random moment",
    async kill({ desk }) {
      await desk.start();
      await wait(randomInt(0, 500));
      await desk.kill();
    },
  },
];

/** The end of a desk's own database would let go what holds the worker before it begins. */
export async function weeklyMailsOnce({ stage }: Apart, { rounds }: { rounds: number }): Promise<void> {
  const all = Array.from({ length: rounds }, () => moments).flat();
  const { caller, report } = stage;
  report.begin(`The week's figures are mailed while the worker is killed, ${all.length} times`);
  for (const name of readers) await caller(name).surely("/save-figure-mail", { weekly: true });
  for (const moment of all) await mailWhileKilled(stage, moment);
  for (const name of readers) await caller(name).surely("/save-figure-mail", { weekly: false });
}

async function mailWhileKilled(stage: Stage, { what, kill }: Moment): Promise<void> {
  const { desk, report } = stage;
  await desk.kill();
  await desk.query("delete from mail");
  const due = await desk.query("update figure_mail set mailed_week = mailed_week - 7 returning agent_id");
  if (due.length !== readers.length) throw new Error(`${due.length} weeks are due`);
  await kill(stage);
  await desk.start();
  const isNoted = async () => (await late(stage)).length === 0;
  await report.check("", `killed ${what}: the week is noted for each reader`, [
    ...(await until("noted", isNoted, allowed)),
    ...(await late(stage)),
  ]);
  await report.check("P6", `killed ${what}: each reader has one mail`, miscounted(stage));
}

/** Readers whose newest week is not noted, and mails that neither left nor failed. */
async function late({ desk }: Stage): Promise<string[]> {
  const rows = await desk.query<{ missing: string }>(
    `select m.agent_id::text as missing from figure_mail m join company c using (company_id)
        where m.mailed_week < (date_trunc('week', (now() at time zone c.time_zone) - interval '8 hours'))::date
      union all select address from mail where sent_on is null and failed_on is null`,
  );
  return rows.map(({ missing }) => missing);
}

/** A mail that a killed process perhaps handed over counts: it is not handed over again. */
async function miscounted({ desk }: Stage): Promise<string[]> {
  const rows = await desk.query<{ email: string; mails: number }>(
    `select a.email, (select count(*)::integer from mail where address = a.email) as mails
      from figure_mail m join agent a on a.company_id = m.company_id and a.id = m.agent_id`,
  );
  const wrong = rows.filter(({ mails }) => mails !== 1).map((row) => JSON.stringify(row));
  return rows.length === readers.length ? wrong : [`${rows.length} readers`];
}

function killHeld(lock: string): Moment["kill"] {
  return async (stage) => {
    const release = await holdWorker(stage, lock, [], () => stage.desk.start());
    await stage.desk.kill();
    await release();
  };
}
