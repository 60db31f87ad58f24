/** A command's context: the database that runs already on the data folder, or one started for the moment. */
import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import { type Config, loadConfig } from "../config.ts";
import { type Context, closeContext, createContext } from "../context.ts";
import { AlreadyRunningError, connectRunning } from "../database/embedded.ts";
import { readEnvironment } from "../environment.ts";
import { invalid } from "../http/errors.ts";
import { createLog } from "../http/log.ts";
import type { Perform } from "./program.ts";

/** Throws what went wrong; a value that does not fit is told by its option's name. */
export const perform: Perform = async (shape, options, work) => {
  const given = shape.safeParse(options);
  if (!given.success) throw invalid(given.error.issues.map(readable));
  const context = await openContext(loadConfig(readEnvironment()));
  try {
    process.stdout.write(`${JSON.stringify(await work(context, given.data))}\n`);
  } finally {
    await closeContext(context);
  }
};

const readable = ({ path, message }: z.core.$ZodIssue) => {
  const option = String(path[0]).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${option} ${message}`;
};

async function openContext(config: Config, tries = 50): Promise<Context> {
  const url = config.databaseUrl ?? connectRunning(config.dataDir);
  try {
    return await createContext({ ...config, databaseUrl: url }, { log: complaints(config) });
  } catch (error) {
    // Another process is about to start the database, or to stop it.
    if (!(error instanceof AlreadyRunningError) || tries === 0) throw error;
    await wait(200);
    return openContext(config, tries - 1);
  }
}

/** Standard output belongs to the answer. */
const complaints = (config: Config) => {
  const log = createLog(config, { write: (line) => void process.stderr.write(line) });
  log.level = "error";
  return log;
};
