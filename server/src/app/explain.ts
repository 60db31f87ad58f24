/**
 * The message of a program that cannot start or run: a sentence and what to do, or the stack of an error that is ours.
 */

import { explainUnwritable } from "../files/storage/unwritable.ts";
import { commandLine } from "../floor/config/command-words.ts";
import { mendConnection } from "../floor/database/refused.ts";
import { isUnavailable } from "../floor/database/unavailable.ts";
import { OperatorError } from "../floor/errors/operator-error.ts";
import { redactLine } from "./log.ts";

/** `portSetting` names the setting that a port comes from. */
export function explain(error: unknown, portSetting: (port: number) => string = () => "PORT"): string {
  return redactLine(describe(error, portSetting));
}

function describe(error: unknown, portSetting: (port: number) => string): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OperatorError) return error.message;
  const { code = "", port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE" && port !== undefined) {
    return `Port ${port} is taken. Stop what listens there, or set ${portSetting(port)} to another.`;
  }
  if (code === "EACCES" && port !== undefined) {
    return `Port ${port} is for root alone. Set ${portSetting(port)} to one from 1024, behind a proxy.`;
  }
  const mend = mendConnection(error);
  if (mend) return `The database cannot be reached (${error.message}). ${mend}`;
  if (isUnavailable(error)) {
    return `The database cannot be reached (${code || error.message}). Is it running, and is DATABASE_URL right? ${commandLine} doctor shows the details.`;
  }
  return explainUnwritable(error) ?? error.stack ?? String(error);
}
