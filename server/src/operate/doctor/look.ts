import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Config } from "../../floor/config/config.ts";

/** The input of the checks. */
export type Look = {
  config: Config;
  pool: Pool;
  log: Logger;
  /** How many processes of Parley run on this database, and how many of them do what waits. */
  processes: { all: number; workers: number };
};
