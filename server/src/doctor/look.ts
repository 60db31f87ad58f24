import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Config } from "../config.ts";

/** What the doctor looks through. */
export type Look = {
  config: Config;
  pool: Pool;
  log: Logger;
  /** Whether a process of Parley runs on this database. */
  runs: boolean;
};
