/**
 * Measures a neighbour beside an attack: calls of another company's agents at a steady pace, undisturbed and during the
 * attack, the stalls of the desk's event loop, and the desk's memory in each of two rounds.
 */
import type { Attack } from "../list.ts";
import { metricsToken, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { watchMemory } from "./memory.ts";
import type { Latencies } from "./neighbour-process.ts";
import { pause, quantile, steady } from "./pace.ts";

/**
 * The neighbour's p99 in ms must be below this, or at most so many times the undisturbed one. The short form runs on
 * machines of CI, where the same flood leaves 50 to 220 ms on one and 40 on another.
 */
const quick = { long: 50, short: 100 };
const times = 2;
/** The longest stall in milliseconds. */
const mostDelay = 100;
/** The peak memory of a round, as a multiple of the previous round's. */
const mostGrowth = 1.1;
/** Megabytes that the server may grow by in a round. */
const mostGrown = 300;
/** Megabytes that a process that reads mailboxes may ever have. */
const mostOfMail = 300;
/**
 * Times and the server's growth are measured again: another program on the machine may have had the processor, and
 * threads that begin in one round serve the next. An attack that harms does so in each round, so two good ones in a row
 * pass, and in the short form one, which tells nothing of growth. A failed call of the neighbour, or a mail process
 * beyond its limit, counts at once.
 */
const mostRounds = 6;

type Round = { slow: string | null; peak: number; summary: string; harm: string[] };

/** `attack` runs once a round, and ends within some seconds. */
export function besideNeighbour(attack: (stage: Stage, trial: Trial) => Promise<void>): Attack["run"] {
  return async (stage, trial) => {
    let before: Round | null = null;
    for (let round = 1; round <= mostRounds; round += 1) {
      const { slow, peak, summary, harm }: Round = await oneRound(stage, () => attack(stage, trial));
      trial.measured(summary);
      for (const finding of harm) trial.note(finding);
      const grown =
        before && peak > mostGrowth * before.peak
          ? `memory came to ${peak} MB, and to ${before.peak} MB in the round before`
          : null;
      if ((stage.short || (before && !before.slow)) && !slow && !grown) return;
      if (round === mostRounds) trial.note(slow ?? grown ?? before?.slow ?? null);
      if (slow) undisturbed.delete(stage);
      before = { slow, peak, summary, harm };
    }
  };
}

async function oneRound(stage: Stage, attack: () => Promise<void>): Promise<Round> {
  const neighbour = stage.neighbour();
  const calm = await undisturbedOf(stage);
  await eventLoopDelay(stage);
  const watch = watchMemory(stage.desk.pid);
  const during = await neighbour.during(attack).finally(() => watch.stop());
  const { peak, server, mail } = watch.stop();
  const delay = await eventLoopDelay(stage);
  const p99 = paced(during);
  const limit = Math.max(stage.short ? quick.short : quick.long, times * calm);
  const summary = `the neighbour: p99 ${p99.toFixed(0)} ms, undisturbed ${calm.toFixed(0)} ms (${during.times.length} calls); event loop p99 ${delay.toFixed(0)} ms; memory ${peak} MB${mail ? `, a mail process ${mail} MB` : ""}`;
  const slow = [
    p99 > limit && `p99 of the neighbour is ${p99.toFixed(0)} ms, and ${calm.toFixed(0)} ms undisturbed`,
    delay > mostDelay && `the event loop's delay has a p99 of ${delay.toFixed(0)} ms`,
    server > mostGrown && `the server has grown by ${server} MB`,
  ];
  const harm = [
    during.failed > 0 && `${during.failed} of the neighbour's calls failed: ${during.failures.join()}`,
    mail > mostOfMail && `a process that reads mailboxes had ${mail} MB`,
  ];
  return {
    slow: slow.find((finding) => finding !== false) || null,
    harm: harm.filter((finding) => finding !== false),
    ...{ peak, summary },
  };
}

const paced = ({ times: taken }: Latencies) => quantile(steady(taken, pause), 0.99);

/** The yardstick is measured once for all attacks, and again after a slow round. */
const undisturbed = new WeakMap<Stage, number>();

async function undisturbedOf(stage: Stage): Promise<number> {
  const known = undisturbed.get(stage);
  if (known !== undefined) return known;
  const measured = paced(await stage.neighbour().measure());
  undisturbed.set(stage, measured);
  return measured;
}

/** The p99 in ms since the previous call: the desk restarts its count with each call. */
async function eventLoopDelay({ desk }: Stage): Promise<number> {
  const answer = await fetch(`${desk.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(30_000),
  });
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await answer.text())?.[1];
  if (seconds === undefined) throw new Error(`The desk's metrics have no event loop delay: ${answer.status}`);
  return Number(seconds) * 1000;
}
