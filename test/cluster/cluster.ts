/**
 * `npm run test:cluster`: several processes on a real Redis, PostgreSQL and pgBouncer, from Debian's packages. A missing program
 * is a failure. `-- --only pooler,redis` picks.
 */
import { parseArgs } from "node:util";
import { createReport } from "../faults/report.ts";
import { removeParts } from "./parts.ts";
import { findPrograms } from "./programs.ts";
import { connectionsAtTheirLimit, redisInTrouble, startsBehindPooler } from "./scenarios.ts";

const scenarios = { pooler: startsBehindPooler, connections: connectionsAtTheirLimit, redis: redisInTrouble };

const { values: options } = parseArgs({ options: { only: { type: "string" } } });
const report = createReport((line) => process.stdout.write(`${line}\n`));
try {
  const programs = findPrograms();
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (options.only && !options.only.split(",").includes(name)) continue;
    await scenario(programs, report);
    await removeParts();
  }
} catch (error) {
  await report.check("", "the run itself", [(error as Error).stack ?? String(error)]);
} finally {
  await removeParts();
}
process.stdout.write(`\n${report.passed} passed, ${report.failed} failed\n`);
process.exit(report.failed === 0 ? 0 : 1);
