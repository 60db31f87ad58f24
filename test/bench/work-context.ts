import { Kysely, PostgresDialect } from "kysely";
import { channelModules } from "../../server/src/app/channels.ts";
import { subscribers } from "../../server/src/app/subscribers.ts";
import { isBehindFigure } from "../../server/src/decide/figures/behind.ts";
import { acceptOffered } from "../../server/src/decide/routing/accept.ts";
import type { createPool } from "../../server/src/floor/database/pool.ts";
import type { Database } from "../../server/src/floor/database/schema.ts";
import type { WorkContext } from "../../server/src/floor/database/scope.ts";
import { createShares, shareLimits } from "../../server/src/floor/database/shares.ts";
import { noTimeLimits } from "../../server/src/floor/database/time-limits.ts";
import { createPlatforms } from "../../server/src/floor/platforms/platforms.ts";
import { quiet } from "../log.ts";

/** The context of a unit of work that is measured alone: a database, without live connections. */
export const workContext = (pool: ReturnType<typeof createPool>): WorkContext => ({
  log: quiet,
  database: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
  shares: createShares(shareLimits(20)),
  timeLimits: noTimeLimits,
  clock: () => new Date(),
  live: { publish: () => undefined, resync: () => undefined, leaveTicketView: () => undefined },
  relay: { nudge: () => undefined },
  secrets: { sign: (text) => text },
  platforms: createPlatforms(channelModules),
  subscribers,
  acceptOffered,
  isBehindFigure,
  ownTasks: {},
  diskRoom: { refused: false },
});
