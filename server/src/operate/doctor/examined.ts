import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Config } from "../../floor/config/config.ts";

/** The input of the checks. */
export type Examined = {
  config: Config;
  pool: Pool;
  log: Logger;
  /** The number of Parley's processes on this database, and of those that run jobs. */
  processes: { all: number; workers: number };
};
