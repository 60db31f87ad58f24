import type { Logger } from "pino";
import type { Config } from "../../floor/config/config.ts";

/** The environment of backup and restore; each opens the database in its own way. */
export type Surroundings = {
  config: Config;
  log: Logger;
  /** Aborts when the command is stopped. */
  signal: AbortSignal;
  /** True if APP_SECRET is set; otherwise the secret is the one in the data folder. */
  secretIsGiven: boolean;
  /** Writes a line for the person at the terminal, separate from the answer. */
  warn(line: string): void;
};
