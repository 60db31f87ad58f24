/** Kills the app while its worker tells agents of something. */
import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { holdWorker } from "./hold-worker.ts";
import type { Stage } from "./stage.ts";

/** `begin` makes what the worker is to tell. */
export type KillMoment = { what: string; kill(stage: Stage, begin: () => Promise<void>): Promise<void> };

/** Returns so many rounds of both moments. `told` names what has notices. */
export function killMoments(told: string, rounds: number): KillMoment[] {
  const between: KillMoment = {
    what: `between the ${told} and their notices`,
    async kill(stage, begin) {
      const release = await holdWorker(stage, "lock table notification in share mode", [], begin);
      await stage.desk.kill();
      await release();
    },
  };
  const atRandom: KillMoment = {
    what: "at a random moment",
    async kill({ desk }, begin) {
      await begin();
      await wait(randomInt(0, 1_000));
      await desk.kill();
    },
  };
  return Array.from({ length: rounds }, () => [between, atRandom]).flat();
}
