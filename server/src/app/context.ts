/** The composition root: puts together what the parts of the server share. */
import { randomUUID } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import { createAccounts } from "../channels/accounts/changes.ts";
import { createSigns } from "../channels/outbound/signs.ts";
import type { ChannelModule } from "../channels/seam/module.ts";
import { isBehindFigure } from "../decide/figures/behind.ts";
import { acceptOffered } from "../decide/routing/accept.ts";
import { createDecoder } from "../files/decoder/decoder.ts";
import { createFileStore } from "../files/storage/store.ts";
import type { Config } from "../floor/config/config.ts";
import type { Context } from "../floor/context.ts";
import { createDatabaseClock } from "../floor/database/clock.ts";
import { shareConnections } from "../floor/database/connections.ts";
import { startEmbedded } from "../floor/database/embedded.ts";
import { migrateBy, type Watch } from "../floor/database/migrate.ts";
import { createPool } from "../floor/database/pool.ts";
import type { Database } from "../floor/database/schema.ts";
import { createShares, shareLimits } from "../floor/database/shares.ts";
import { createRelaySignal } from "../floor/ledger/signal.ts";
import { createFigures } from "../floor/metrics/figures.ts";
import { createPlatforms } from "../floor/platforms/platforms.ts";
import { checkCanary } from "../floor/secrets/canary.ts";
import { createSecrets } from "../floor/secrets/secrets.ts";
import { agentPace } from "../http/agent-calls.ts";
import { keyPace } from "../http/key-calls.ts";
import { createLive } from "../http/live/publish.ts";
import { createMailer } from "../mail/transport/mailer.ts";
import { bearerKeys } from "../programs/keys/bearer.ts";
import { sessionCookie } from "../sign-in/session/session-cookie.ts";
import { writeNoticeLetter } from "../support/away/letter.ts";
import {
  beginMail,
  channelModules,
  createAdapters,
  departmentOfBegun,
  handByAccounts,
  queueMail,
  withDocument,
} from "./channels.ts";
import { createLog } from "./log.ts";
import { subscribers } from "./subscribers.ts";

type Overrides = Partial<
  Pick<
    Context,
    "log" | "clock" | "processId" | "live" | "agentPace" | "keyPace" | "files" | "adapters" | "subscribers"
  >
> & {
  channels?: readonly ChannelModule[];
  migrating?: Pick<Watch, "begins" | "signal">;
};

/** Throws when the database is unreachable, newer than this code, or in use by another process on the same folder. */
export async function createContext(config: Config, overrides: Overrides = {}): Promise<Context> {
  const channels = createPlatforms(overrides.channels ?? channelModules);
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
    await migrateBy(directUrl, log, overrides.migrating);
    const secrets = createSecrets(config.appSecret);
    await checkCanary(pool, secrets);
    const clock = createDatabaseClock();
    const live = overrides.live ?? (await createLive(config, log));
    const working = {
      database: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
      shares: createShares(shareLimits(pool.options.max)),
      timeLimits: config.timeLimits,
      clock: overrides.clock ?? clock.now,
      diskRoom: { refused: false },
    };
    const context: Context = {
      ...working,
      config,
      log,
      pool,
      directUrl,
      agentPace: overrides.agentPace ?? agentPace,
      keyPace: overrides.keyPace ?? keyPace,
      secrets,
      figures: createFigures(),
      relay: createRelaySignal(),
      processId: overrides.processId ?? randomUUID(),
      followClock: () => (overrides.clock ? Promise.resolve() : clock.follow(pool)),
      files: overrides.files ?? (await createFileStore(config)),
      decoder,
      adapters: overrides.adapters ?? createAdapters(config, live.visitors, channels.all),
      mailer: createMailer(config, log),
      live,
      platforms: channels,
      channels,
      subscribers: overrides.subscribers ?? subscribers,
      acceptOffered,
      isBehindFigure,
      ownTasks: {},
      lease: { workerIds: [], expired: () => undefined },
      accounts: createAccounts(),
      incoming: new Map(),
      signs: createSigns(),
      push: { keys: null },
      noticeLetter: writeNoticeLetter,
      queueMail,
      beginMail,
      departmentOfBegun,
      withDocument,
      close,
      authenticators: [],
      keys: bearerKeys(working),
    };
    context.mailer = handByAccounts(context, context.mailer);
    context.authenticators.push(sessionCookie(context));
    return context;
  } catch (error) {
    await close();
    throw error;
  }
}
