import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { start } from "../../database.global.ts";
import { aroundRules } from "../around.ts";
import type { Result, Trial } from "../report.ts";
import { type Lane, openLane } from "./lane.ts";
import { type Proven, tryMutant } from "./try-mutant.ts";

/** More would wait for the one PostgreSQL. */
const mostLanes = 4;

export async function openRun() {
  const { server, templates, people, dataDir } = await start();
  const lanes: Lane[] = [];
  for (let number = 1; number <= Math.min(mostLanes, availableParallelism()); number++)
    lanes.push(await openLane(number, { templates, people, rules: Object.keys(aroundRules) }));

  return {
    /**
     * Tries them in their order, several at once; so many milliseconds after the start of the process it begins no
     * other. Returns the test files that fail without a mutant too.
     */
    async tryEach(trials: Trial[], until: number, tell: (result: Result) => void): Promise<string[]> {
      const waiting = [...trials];
      const proven: Proven = { sound: new Set(), unsound: new Set() };
      const work = async (lane: Lane) => {
        for (let next = waiting.shift(); next && performance.now() < until; next = waiting.shift())
          tell(await tryMutant(lane, next, proven));
      };
      await Promise.all(lanes.map(work));
      return [...proven.unsound];
    },
    async close(): Promise<void> {
      for (const lane of lanes) await lane.close();
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
