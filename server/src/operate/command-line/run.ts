/** Runs a command: checks its options, opens what it needs, closes it after, and prints its answer. */
import type { z } from "zod";
import { loadConfig } from "../../app/config.ts";
import { createContext } from "../../app/context.ts";
import { createLog } from "../../app/log.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Context } from "../../floor/context.ts";
import { openDatabase } from "../../floor/database/open.ts";
import { invalidFields } from "../../floor/errors/errors.ts";
import { BackupError } from "../backup/format.ts";
import type { Surroundings } from "../backup/surroundings.ts";

/** The terminal that runs a command. */
export type Terminal = {
  /** The environment is read when the command runs. */
  environment(): Record<string, string | undefined>;
  /** Prints the answer. */
  print(text: string): void;
  /** Prints all other messages for the person at the terminal. */
  complain(text: string): void;
};

export type Runner = ReturnType<typeof createRunner>;

export function createRunner(terminal: Terminal) {
  const print = (answer: unknown) => terminal.print(`${JSON.stringify(answer)}\n`);

  /** Standard output is only for the answer. */
  const createComplaints = (config: Config) => {
    const log = createLog(config, { write: terminal.complain });
    log.level = "error";
    return log;
  };

  return {
    terminal,
    createComplaints,

    /** Runs the work with a context of the migrated database, and prints its result as JSON. */
    async inContext<Input>(
      shape: z.ZodType<Input>,
      options: unknown,
      work: (context: Context, input: Input) => Promise<unknown>,
    ): Promise<void> {
      const input = await check(shape, options);
      const config = loadConfig(terminal.environment());
      const log = createComplaints(config);
      const database = await openDatabase(config, log);
      try {
        const context = await createContext({ ...config, databaseUrl: database.url }, { log });
        try {
          print(await work(context, input));
        } finally {
          await context.close();
        }
      } finally {
        await database.close();
      }
    },

    /** Runs work that opens the database itself and gets a signal to stop. */
    async standalone<Input>(
      shape: z.ZodType<Input>,
      options: unknown,
      work: (surroundings: Surroundings, input: Input) => Promise<unknown>,
      secretIn?: (dataDir: string) => string,
    ): Promise<void> {
      const input = await check(shape, options);
      const environment = terminal.environment();
      const config = loadConfig(environment, secretIn);
      const stopping = new AbortController();
      const stop = (name: NodeJS.Signals) => stopping.abort(new BackupError(`Broken off (${name}).`));
      for (const name of stopSignals) process.once(name, stop);
      try {
        const surroundings = {
          config,
          log: createComplaints(config),
          signal: stopping.signal,
          secretIsGiven: Boolean(environment.APP_SECRET?.trim()),
          warn: (line: string) => terminal.complain(`${line}\n`),
        };
        print(await work(surroundings, input));
      } finally {
        for (const name of stopSignals) process.off(name, stop);
      }
    },
  };
}

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

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
