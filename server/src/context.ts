/** What the parts of the server share. `app/context.ts` puts them together. */
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Authenticator } from "./actors/authenticator.ts";
import type { AdapterRegistry } from "./channels/adapters/adapter.ts";
import type { Config } from "./config.ts";
import type { WorkContext } from "./database/scope.ts";
import type { Decoder } from "./decoder/decoder.ts";
import type { Figures } from "./figures.ts";
import type { RelaySignal } from "./ledger/signal.ts";
import type { Live } from "./live/publish.ts";
import type { Mailer } from "./mail/transport/mailer.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { FileStore } from "./storage/store.ts";

export type Context = WorkContext & {
  config: Config;
  log: Logger;
  pool: Pool;
  /** PostgreSQL without a pooler between, for LISTEN. */
  directUrl: string;
  live: Live;
  files: FileStore;
  decoder: Decoder;
  adapters: AdapterRegistry;
  mailer: Mailer;
  secrets: Secrets;
  /** The ways in, by HTTP and sockets. */
  authenticators: Authenticator[];
  figures: Figures;
  relay: RelaySignal;
  /** This process in the tables of leases. */
  processId: string;
  /** Brings `clock` up to the database's. */
  followClock(): Promise<void>;
};
