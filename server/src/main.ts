/** `npm start`: runs until a signal, then finishes the work under way within ten seconds. */

import { loadConfig } from "./app/config.ts";
import { createLog } from "./app/log.ts";
import { startParley } from "./app/start.ts";
import { ConfigError } from "./config.ts";
import { AlreadyRunningError } from "./database/embedded.ts";
import { readEnvironment } from "./environment.ts";
import { stopOnSignal } from "./stop-signal.ts";
import { explainUnwritable } from "./storage/unwritable.ts";

const config = read();
const log = createLog(config);

for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    log.fatal({ err: error }, "Parley ends: an unhandled error");
    process.exit(1);
  });
}

const starting = startParley(config, { log });
stopOnSignal({ log, stop: async () => (await starting).stop() });

try {
  const { address } = await starting;
  log.info(
    { address, role: config.role },
    `Parley is ready${address ? `: ${config.publicUrl}` : " to work"}`,
  );
} catch (error) {
  fail(error);
}

function read() {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    return fail(error);
  }
}

/** Errors that an operator can mend are one sentence; others keep their stack. */
function fail(error: unknown): never {
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number };
  const expected = error instanceof ConfigError || error instanceof AlreadyRunningError;
  const taken = code === "EADDRINUSE" && `Port ${port} is taken. Stop what listens there, or set PORT.`;
  process.stderr.write(`${taken || explainUnwritable(error) || (expected ? message : stack)}\n`);
  process.exit(1);
}
