/**
 * The fields that the parts of the server share. A part that provides a field declares it beside its own type (`declare
 * module`); `app/context.ts` puts them together.
 */
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Authenticator, KeyAuthenticator } from "./actors/authenticator.ts";
import type { Config } from "./config/config.ts";
import type { WorkContext } from "./database/scope.ts";
import type { RelaySignal } from "./ledger/signal.ts";
import type { Pace } from "./limits/token-bucket.ts";
import type { Figures } from "./metrics/figures.ts";
import type { Secrets } from "./secrets/secrets.ts";

export interface Context extends WorkContext {
  config: Config;
  log: Logger;
  pool: Pool;
  /** The address of PostgreSQL without a pooler between, for LISTEN. */
  directUrl: string;
  /** The number of calls that this process accepts from one agent. */
  agentPace: Pace;
  secrets: Secrets;
  /** The authentication methods of HTTP and sockets. */
  authenticators: Authenticator[];
  /** The keys of programs. */
  keys: KeyAuthenticator;
  /** The number of calls that this process accepts with one key. */
  keyPace: Pace;
  figures: Figures;
  relay: RelaySignal;
  /** The id of this process in the tables of leases. */
  processId: string;
  /** Sets `clock` to the database's time. */
  followClock(): Promise<void>;
  /** Releases what the context holds; the last call on it. */
  close(): Promise<void>;
}
