/** Attacks one of the desk's resources, and measures the effect on a neighbour of another company. */
import type { Attack } from "../list.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { runFlood } from "./attacker.ts";
import type { Flood } from "./attacker-process.ts";
import { watchMemory } from "./memory.ts";
import type { Latencies } from "./neighbour-process.ts";
import { quantile } from "./pace.ts";

/** The neighbour's p99 during an attack, as a multiple of the undisturbed one. */
const most = 3;
/** An undisturbed p99 counts as at least this, in ms: below it the machine's own scheduling dominates. */
const floor = 30;
const rounds = 3;
/** Megabytes the server may grow by, and those of its children: two that decode, 600 each at most. */
const memoryLimit = { server: 300, children: 1300 };
/** Bytes the log may grow by. */
const logLimit = 2 ** 20;

/**
 * The share is measured again when the neighbour was slow: a harmful attack is slow each time, a busy machine
 * is not.
 */
export function againstShare(attack: (stage: Stage, trial: Trial) => Promise<void>): Attack["run"] {
  return async (stage, trial) => {
    for (let round = 1; round <= rounds; round += 1) {
      const logged = stage.logBytes();
      const { finding, summary, memory } = await measure(stage, () => attack(stage, trial));
      trial.measured(round > 1 ? `again: ${summary}` : summary);
      if (finding && round < rounds) continue;
      trial.note(finding);
      const { server, children } = memory;
      trial.note(server <= memoryLimit.server ? null : `the server has grown by ${server} MB`);
      trial.note(children <= memoryLimit.children ? null : `the server's children took ${children} MB`);
      const lines = stage.logBytes() - logged;
      trial.note(lines <= logLimit ? null : `the log has grown by ${lines} bytes`);
      return;
    }
  };
}

export const againstFlood = (...floods: Flood[]) =>
  againstShare(async (stage, trial) => {
    for (const flood of floods)
      await runFlood(stage, trial, flood, { seconds: stage.floodSeconds / floods.length });
  });

async function measure({ desk, neighbour: open }: Stage, attack: () => Promise<void>) {
  const neighbour = open();
  const watch = watchMemory(desk.pid);
  const during = await neighbour.during(attack).finally(() => watch.stop());
  const memory = watch.stop();
  const worst = quantile(during.times, 0.99);
  // Below the floor's share the undisturbed measure does not matter.
  const undisturbed = worst > most * floor ? await neighbour.measure() : null;
  const calm = Math.max(floor, undisturbed ? quantile(undisturbed.times, 0.99) : 0);
  const times = (worst / calm).toFixed(1);
  const beside = undisturbed ? `, undisturbed ${view(undisturbed)}` : "";
  const summary = `the neighbour: during ${view(during)}${beside}; memory +${memory.server} MB, children ${memory.children} MB`;
  const slow =
    worst > most * calm && `p99 of the neighbour is ${worst.toFixed(0)} ms, ${times} × undisturbed`;
  const failed =
    during.failed > 0 && `${during.failed} of the neighbour's calls failed: ${during.failures.join()}`;
  return { finding: slow || failed || null, summary, memory };
}

/** Shows p50/p99 and the number of calls. */
const view = ({ times }: Latencies) =>
  `${quantile(times, 0.5).toFixed(0)}/${quantile(times, 0.99).toFixed(0)} ms (${times.length})`;
