import { scrub } from "./app/log.ts";
import { BackupError } from "./backup/format.ts";
import { createProgram } from "./command-line/program.ts";
import { ConfigError } from "./config.ts";
import { AlreadyRunningError } from "./database/embedded.ts";
import { isUnavailable } from "./database/unavailable.ts";
import { Refusal } from "./errors.ts";

try {
  await createProgram().parseAsync();
} catch (error) {
  process.stderr.write(`${scrub(describe(error as Error))}\n`);
  process.exitCode = 1;
}

/** Errors that an operator can mend are one sentence; others keep their stack. */
function describe(error: Error): string {
  const expected = [Refusal, ConfigError, AlreadyRunningError, BackupError].some(
    (kind) => error instanceof kind,
  );
  if (expected) return error.message;
  if (isUnavailable(error)) {
    const { code = error.message } = error as NodeJS.ErrnoException;
    return `The database cannot be reached (${code}). Is it running, and is DATABASE_URL right? npm run parley -- doctor tells more.`;
  }
  return error.stack ?? String(error);
}
