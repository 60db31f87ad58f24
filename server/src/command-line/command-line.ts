/** `npm run parley -- …`, in any process. */
import { CommanderError } from "commander";
import { scrub } from "../app/log.ts";
import { BackupError } from "../backup/format.ts";
import { ConfigError } from "../config.ts";
import { AlreadyRunningError } from "../database/embedded.ts";
import { isUnavailable } from "../database/unavailable.ts";
import { Refusal } from "../errors.ts";
import { explainUnwritable } from "../storage/unwritable.ts";
import { Unwell } from "./doctor.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./run.ts";

/** The exit status. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // It has printed what it has to say.
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof Unwell)) terminal.complain(`${scrub(describe(error as Error))}\n`);
    return 1;
  }
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
  return explainUnwritable(error) ?? error.stack ?? String(error);
}
