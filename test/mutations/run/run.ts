import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { start } from "../../database.global.ts";
import { aroundRules } from "../around.ts";
import type { Result, Trial } from "../report.ts";
import { type Lane, openLane } from "./lane.ts";
import { tryMutant } from "./try-mutant.ts";

/** More would wait for the one PostgreSQL. */
const mostLanes = 4;

export async function openRun() {
  const { server, templates, people, dataDir } = await start();
  const lanes: Lane[] = [];
  for (let number = 1; number <= Math.min(mostLanes, availableParallelism()); number++)
    lanes.push(await openLane(number, { templates, people, rules: Object.keys(aroundRules) }));

  return {
    /** Tries them in their order, several at once; from `until` on, of `performance.now()`, it begins no other. */
    async tryEach(trials: Trial[], until: number, tell: (result: Result) => void): Promise<void> {
      const waiting = [...trials];
      const work = async (lane: Lane) => {
        for (let next = waiting.shift(); next && performance.now() < until; next = waiting.shift())
          tell(await tryMutant(lane, next));
      };
      await Promise.all(lanes.map(work));
    },
    async close(): Promise<void> {
      for (const lane of lanes) await lane.close();
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
