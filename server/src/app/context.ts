/** The one place that puts together what the parts of the server share. */
import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import { sessionCookie } from "../auth/session-cookie.ts";
import { handByAccounts } from "../channels/hand-by-account.ts";
import { nameChannels } from "../channels/modules/registry.ts";
import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import { createDatabaseClock } from "../database/clock.ts";
import { shareConnections } from "../database/connections.ts";
import { startEmbedded } from "../database/embedded.ts";
import { migrateBy } from "../database/migrate.ts";
import { createPool } from "../database/pool.ts";
import type { Database } from "../database/schema.ts";
import { createShares, shareLimits } from "../database/shares.ts";
import { createDecoder } from "../decoder/decoder.ts";
import { createFigures } from "../figures.ts";
import { subscribe } from "../ledger/record.ts";
import { createRelaySignal } from "../ledger/signal.ts";
import { createLive } from "../live/publish.ts";
import { createMailer } from "../mail/transport/mailer.ts";
import { createSecrets } from "../secrets/secrets.ts";
import { createFileStore } from "../storage/store.ts";
import { channelModules, createAdapters } from "./channels.ts";
import { createLog } from "./log.ts";
import { subscribers } from "./subscribers.ts";

type Overrides = Partial<Pick<Context, "log" | "clock" | "processId" | "live" | "files" | "adapters">>;

const closings = new WeakMap<Context, () => Promise<void>>();

/** Throws when the database is out of reach, newer than this code, or in use by another process on the same folder. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  subscribe(subscribers);
  nameChannels(channelModules);
  const log = overrides.log ?? createLog(config);
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log });
  const url = config.databaseUrl ?? embedded?.url ?? "";
  const directUrl = config.databaseDirectUrl ?? embedded?.directUrl ?? url;
  const pool = createPool(url, { log, size: shareConnections(config).calls });
  const decoder = createDecoder(log);
  const close = async () => {
    await decoder.stop();
    if (!pool.ending) await pool.end();
    await embedded?.stop();
  };
  try {
    await migrateBy(directUrl, log);
    const clock = createDatabaseClock();
    const live = overrides.live ?? (await createLive(config, log));
    const context: Context = {
      config,
      log,
      pool,
      directUrl,
      database: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
      shares: createShares(shareLimits(pool.options.max)),
      timeLimits: config.timeLimits,
      clock: overrides.clock ?? clock.now,
      secrets: createSecrets(config.appSecret),
      figures: createFigures(),
      relay: createRelaySignal(),
      processId: overrides.processId ?? randomUUID(),
      followClock: () => (overrides.clock ? Promise.resolve() : clock.follow(pool)),
      files: overrides.files ?? (await createFileStore(config)),
      decoder,
      adapters: overrides.adapters ?? createAdapters(config, live.visitors),
      mailer: createMailer(config, log),
      live,
      ownTasks: {},
      takeTurn: null,
      authenticators: [],
    };
    context.mailer = handByAccounts(context, context.mailer);
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
