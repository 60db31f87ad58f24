import type { Logger } from "pino";
import type { Config } from "../config.ts";

/** What backup and restore work with: they open the database each in its own way. */
export type Surroundings = {
  config: Config;
  log: Logger;
  /** Aborts when the command is told to end. */
  signal: AbortSignal;
  /** APP_SECRET is set, so somebody has it; else it is the one made in the data folder. */
  secretIsGiven: boolean;
  /** A line for the person at the terminal, which is no part of the answer. */
  warn(line: string): void;
};
