/** How a command runs: its options checked, what it needs opened for it and closed after it, its answer printed. */
import type { z } from "zod";
import { loadConfig } from "../app/config.ts";
import { closeContext, createContext } from "../app/context.ts";
import { createLog } from "../app/log.ts";
import { BackupError } from "../backup/format.ts";
import type { Surroundings } from "../backup/surroundings.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { openDatabase } from "../database/open.ts";
import { readEnvironment } from "../environment.ts";
import { invalidFields } from "../errors.ts";

/** Runs the work with a context of the migrated database, and prints its result as JSON. */
export async function runCommand<Input>(
  shape: z.ZodType<Input>,
  options: unknown,
  work: (context: Context, input: Input) => Promise<unknown>,
): Promise<void> {
  const input = await check(shape, options);
  const config = loadConfig(readEnvironment());
  const log = complaints(config);
  const database = await openDatabase(config, log);
  try {
    const context = await createContext({ ...config, databaseUrl: database.url }, { log });
    try {
      say(await work(context, input));
    } finally {
      await closeContext(context);
    }
  } finally {
    await database.close();
  }
}

/** For work that opens the database itself and gets a signal to stop. */
export async function runStandalone<Input>(
  shape: z.ZodType<Input>,
  options: unknown,
  work: (surroundings: Surroundings, input: Input) => Promise<unknown>,
): Promise<void> {
  const input = await check(shape, options);
  const environment = readEnvironment();
  const config = loadConfig(environment);
  const stopping = new AbortController();
  const stop = (name: NodeJS.Signals) => stopping.abort(new BackupError(`Broken off (${name}).`));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, stop);
  const surroundings = {
    config,
    log: complaints(config),
    signal: stopping.signal,
    secretIsGiven: Boolean(environment.APP_SECRET?.trim()),
    warn: (line: string) => void process.stderr.write(`${line}\n`),
  };
  say(await work(surroundings, input));
}

async function check<Input>(shape: z.ZodType<Input>, options: unknown): Promise<Input> {
  const given = await shape.safeParseAsync(options);
  if (!given.success) throw invalidFields(given.error.issues, readable);
  return given.data;
}

/** A validation error names its option. */
const readable = (field: string, message: string) => {
  const option = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${option} ${message}`;
};

const say = (answer: unknown) => void process.stdout.write(`${JSON.stringify(answer)}\n`);

/** Standard output belongs to the answer. */
export const complaints = (config: Config) => {
  const log = createLog(config, { write: (line) => void process.stderr.write(line) });
  log.level = "error";
  return log;
};
