/**
 * `npm run test:cluster`: several processes on the parts of the field, from Debian's packages. A missing program is a failure.
 * `-- --short` is a part of it, `-- --only pooler,redis` picks; `-- --costs` measures instead.
 */
import { inspect, parseArgs } from "node:util";
import { createReport } from "../faults/report.ts";
import { removeDesks } from "../outside/desk.ts";
import { printCosts } from "./costs.ts";
import { fieldInTrouble } from "./field-scenarios.ts";
import { removeParts } from "./parts.ts";
import { findPrograms } from "./programs.ts";
import {
  connectionsAtTheirLimit,
  databaseBackBehindPooler,
  redisInTrouble,
  startsBehindPooler,
} from "./scenarios.ts";
import { arrivalStorm } from "./storm.ts";

const scenarios = {
  pooler: startsBehindPooler,
  restart: databaseBackBehindPooler,
  connections: connectionsAtTheirLimit,
  redis: redisInTrouble,
  storm: arrivalStorm,
  field: fieldInTrouble,
  costs: printCosts,
};

const { values: options } = parseArgs({
  options: { only: { type: "string" }, short: { type: "boolean" }, costs: { type: "boolean" } },
});
const only = options.costs ? "costs" : options.short ? "restart,field" : options.only;
const report = createReport((line) => process.stdout.write(`${line}\n`));

async function clear(): Promise<string[]> {
  await removeDesks();
  return removeParts();
}
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void clear().finally(() => process.exit(1)));

try {
  const programs = findPrograms();
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (only ? !only.split(",").includes(name) : name === "costs") continue;
    const startedAt = performance.now();
    await scenario(programs, report);
    await report.check("", "none of its processes still runs", clear());
    process.stdout.write(`\ntook ${Math.round((performance.now() - startedAt) / 1000)} s: ${name}\n`);
  }
} catch (error) {
  await report.check("", "the run itself", [inspect(error)]);
} finally {
  await clear();
}
process.stdout.write(`\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);
