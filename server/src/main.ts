/** `npm start`: runs until a signal, then finishes the work under way within ten seconds. */

import { loadConfig } from "./app/config.ts";
import { explain } from "./app/explain.ts";
import { createLog } from "./app/log.ts";
import { startParley } from "./app/start.ts";
import { readEnvironment } from "./floor/config/environment.ts";
import { version } from "./floor/config/version.ts";
import { stopOnSignal } from "./floor/stop-signal.ts";

const config = read();
const log = createLog(config);
log.info({ version, node: process.versions.node }, `Parley ${version} starts`);

for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, "Parley ends: an unhandled error");
    process.exit(1);
  });
}

const stopping = new AbortController();
const starting = startParley(config, { log, stopping: stopping.signal });
stopOnSignal({
  log,
  async stop() {
    stopping.abort();
    // A part that failed to start has stopped itself.
    const parley = await starting.catch(() => null);
    await parley?.stop();
  },
});

try {
  const { address } = await starting;
  log.info(
    { address, role: config.role },
    `Parley is ready${address ? `: ${config.publicUrl}` : " to work"}`,
  );
} catch (error) {
  if (!stopping.signal.aborted) fail(error);
}

function read() {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    return fail(error);
  }
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
