/** What the parts of the server share. This is the one place that puts them together. */
import type { Logger } from "pino";
import type { Pool } from "pg";
import type { Config } from "./config.ts";
import type { WorkContext } from "./database/scope.ts";
import type { FileStore } from "./files/store.ts";
import type { AdapterRegistry } from "./channels/registry.ts";
import type { Live } from "./realtime/publish.ts";
import type { Secrets } from "./auth/secrets.ts";

export type Context = WorkContext & {
  config: Config;
  log: Logger;
  pool: Pool;
  live: Live;
  files: FileStore;
  adapters: AdapterRegistry;
  secrets: Secrets;
  /** This process in the tables of leases. */
  processId: string;
};
