/**
 * `npm run demo`: Parley on a separate data folder, beside simulated platforms whose people write from time to time.
 * Each start makes the same small world again.
 */
import { createWriteStream } from "node:fs";
import { join, resolve } from "node:path";
import { explain } from "../server/src/app/explain.ts";
import { createLog } from "../server/src/app/log.ts";
import { readEnvironment } from "../server/src/floor/config/environment.ts";
import { stopOnSignal } from "../server/src/floor/stop-signal.ts";
import { clearData, portSettingOf, startSampleWorld } from "./sample/world.ts";

const env = readEnvironment();
const dataDir = resolve(env.DATA_DIR ?? "data", "demo");

try {
  await startDemo();
} catch (error) {
  process.stderr.write(`${explain(error, portSettingOf(env))}\n`);
  process.exit(1);
}

async function startDemo(): Promise<void> {
  clearData(dataDir);
  const logFile = join(dataDir, "parley.log");
  const log = createLog({ nodeEnv: "production" }, createWriteStream(logFile, { flags: "a" }));
  /** Until everything runs there is nothing to finish: the next start discards the data. */
  let stop = async (): Promise<void> => undefined;
  stopOnSignal({ stop: () => stop(), log });

  process.stdout.write("Filling the sample world … ");
  const startedAt = performance.now();
  const { parley, config, described, begin, close } = await startSampleWorld(env, dataDir, log);
  process.stdout.write(`done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  begin((error) => parley.context.log.warn({ err: error }, "a simulated client could not act"));
  stop = async () => {
    await parley.stop();
    await close();
    process.stdout.write("\n  The demo has stopped.\n");
  };

  process.stdout.write(`
  Parley is running.

  The console    ${config.publicUrl}
${described}
  The log is in ${logFile}. Ctrl+C stops everything; the next start begins anew.
`);
}
