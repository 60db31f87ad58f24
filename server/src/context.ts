/** The parts of the server, assembled in this one place. */
import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Authenticator } from "./actors/authenticator.ts";
import { createSecrets, type Secrets } from "./auth/secrets.ts";
import { sessionCookie } from "./auth/session-cookie.ts";
import { type AdapterRegistry, createAdapters } from "./channels/registry.ts";
import type { Config } from "./config.ts";
import { startEmbedded } from "./database/embedded.ts";
import { migrate } from "./database/migrate.ts";
import { createPool } from "./database/pool.ts";
import type { Database } from "./database/schema.ts";
import type { WorkContext } from "./database/scope.ts";
import { createShares, shareLimits } from "./database/shares.ts";
import { createFigures, type Figures } from "./figures.ts";
import { createDecoder, type Decoder } from "./files/decoder.ts";
import { createFileStore, type FileStore } from "./files/store.ts";
import { createLog } from "./http/log.ts";
import { createRelaySignal, type RelaySignal } from "./ledger/signal.ts";
import { subscribe } from "./ledger/subscribers.ts";
import { createMailer, type Mailer } from "./mail/mailer.ts";
import { createLive, type Live } from "./realtime/publish.ts";
import { subscribers } from "./subscribers.ts";

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
};

type Overrides = Partial<Pick<Context, "log" | "clock" | "processId" | "live" | "files" | "adapters">>;

const closings = new WeakMap<Context, () => Promise<void>>();

/** Throws when the database is out of reach, newer than this code, or in use by another process on the same folder. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  subscribe(subscribers);
  const log = overrides.log ?? createLog(config);
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log });
  const url = config.databaseUrl ?? embedded?.url ?? "";
  const pool = createPool(url, { log });
  const decoder = createDecoder(log);
  const close = async () => {
    await decoder.stop();
    if (!pool.ending) await pool.end();
    await embedded?.stop();
  };
  try {
    await migrate(pool);
    const context: Context = {
      config,
      log,
      pool,
      directUrl: config.databaseDirectUrl ?? embedded?.directUrl ?? url,
      database: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
      shares: createShares(shareLimits(pool.options.max)),
      timeLimits: config.timeLimits,
      clock: overrides.clock ?? (() => new Date()),
      secrets: createSecrets(config.appSecret),
      figures: createFigures(),
      relay: createRelaySignal(),
      processId: overrides.processId ?? randomUUID(),
      files: overrides.files ?? (await createFileStore(config)),
      decoder,
      adapters: overrides.adapters ?? createAdapters(config),
      mailer: createMailer(config, log),
      live: overrides.live ?? createLive(config, log),
      authenticators: [],
    };
    context.authenticators.push(sessionCookie(context));
    closings.set(context, close);
    return context;
  } catch (error) {
    await close();
    throw error;
  }
}

export async function closeContext(context: Context): Promise<void> {
  await closings.get(context)?.();
}
