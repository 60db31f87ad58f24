import type { Logger } from "pino";
import type { Config } from "../../floor/config/config.ts";

/** The environment of backup and restore; each opens the database in its own way. */
export type Surroundings = {
  config: Config;
  log: Logger;
  /** Aborts when the command is stopped. */
  signal: AbortSignal;
  /** Whether APP_SECRET is set; else the secret is the one in the data folder. */
  secretIsGiven: boolean;
  /** A line for the person at the terminal, which is no part of the answer. */
  warn(line: string): void;
};
