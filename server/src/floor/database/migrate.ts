/** Brings a database to this version, while processes of the previous version go on serving. */
import { setTimeout as wait } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type { ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import { OperatorError } from "../errors/operator-error.ts";
import { migrationConnections } from "./connections.ts";
import { runFollowUps } from "./follow-ups.ts";
import { knownMigrations } from "./migration-files.ts";
import { createProgress, type Progress } from "./migration-progress.ts";
import { appliedMigrations, applyMigration, createMigrationTables } from "./migration-record.ts";
import { createPool, type PoolOptions } from "./pool.ts";
import { mendMigration } from "./refused.ts";
import { lockTimeout, retrying } from "./retrying.ts";

const undefinedTable = "42P01";

/**
 * The lock that is held while a migration is applied. Any constant will do, as long as every process of every version
 * acquires the same lock.
 */
export const lockKey = 7_275_393_901;
/**
 * The lock of a whole upgrade. It differs from the other one: an older process that starts waits for that one, and an
 * index built concurrently waits for that process.
 */
const upgradeKey = 7_275_393_905;

export type Watch = {
  log: Pick<Logger, "info">;
  /** Called once, before the first wait, when there is something to do. */
  begins?(progress: Progress): Promise<void>;
  /** Breaks the upgrade off: the next start goes on from there. */
  signal?: AbortSignal | undefined;
};

/**
 * Brings the database to this version, or to an older one by its last migration's name: numbered SQL files, forward
 * only, each in a separate transaction, and after each its follow-ups: a migration finds all earlier ones finished. One
 * process at a time does it, the others wait. Throws OperatorError when the database is newer than the code.
 */
export async function migrate(pool: Pool, upTo?: string, watch?: Watch): Promise<{ applied: string[] }> {
  if (upTo === undefined && (await isCurrent(pool))) {
    // Migrations of the job queue, whose library may be newer than our last migration. One statement when there are
    // none.
    await runMigrations({ pgPool: pool });
    return { applied: [] };
  }
  const progress = await createProgress(pool);
  await watch?.begins?.(progress);
  const client = await pool.connect();
  // The end of the connection also ends the statement that runs.
  const breakOff = () => void client.end();
  watch?.signal?.addEventListener("abort", breakOff);
  try {
    watch?.signal?.throwIfAborted();
    await acquireLock(client);
    await runMigrations({ pgPool: pool });
    await createMigrationTables(client);
    const done = await appliedMigrations(client);
    const known = await knownMigrations();
    refuseNewer(done.filter((name) => !known.includes(name)));
    const wanted = known.filter((name) => name <= (upTo ?? "~"));
    // A new database has nothing to report.
    const log = done.length > 0 ? watch?.log : undefined;
    for (const name of wanted) {
      if (!done.includes(name)) await applyAlone(client, name, log);
      await finishAfter(client, name, progress, log);
    }
    return { applied: wanted.filter((name) => !done.includes(name)) };
  } catch (error) {
    if (!watch?.signal?.aborted)
      throw isDenied(error) ? failed("The database cannot be migrated", error) : error;
    const message = "Stopped while the database was being migrated: the next start goes on from there.";
    throw new OperatorError(message, { cause: error });
  } finally {
    watch?.signal?.removeEventListener("abort", breakOff);
    // The lock ends with the connection, even a broken one.
    client.release(true);
  }
}

/** True if the known migrations and their follow-ups are done and no others: such a start acquires no lock. */
async function isCurrent(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string; unfinished: boolean }>(
      `select name, exists (select from migration_follow_up f where f.migration = name and finished_on is null) as unfinished
        from migration order by name`,
    );
    const known = await knownMigrations();
    return (
      rows.every(({ unfinished }) => !unfinished) && rows.map(({ name }) => name).join() === known.join()
    );
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return false;
    throw error;
  }
}

/** Tries again and again: an index built concurrently would wait for a statement that waits for the lock. */
async function acquireLock(client: ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock($1) as acquired",
      [upgradeKey],
    );
    if (rows[0]?.acquired) return;
    await wait(250);
  }
}

function refuseNewer(foreign: string[]): void {
  if (foreign.length === 0) return;
  throw new OperatorError(
    `The database is of a newer Parley (${foreign.join(", ")}) and cannot go back: start that version, or restore a backup that this one made.`,
  );
}

/** Milliseconds between two log lines of an upgrade under way. */
const everyTenSeconds = 10_000;

/** Connects past a pooler, which gives each statement another session and so cannot hold the lock. */
export async function migrateBy(
  directUrl: string,
  log: PoolOptions["log"] & Pick<Logger, "info">,
  { begins, signal }: Pick<Watch, "begins" | "signal"> = {},
): Promise<void> {
  const pool = createPool(directUrl, { log, name: "parley-migrations", size: migrationConnections });
  let telling: NodeJS.Timeout | undefined;
  try {
    const { applied } = await migrate(pool, undefined, {
      log,
      signal,
      async begins(progress) {
        const tell = async () =>
          log.info({ percent: await progress.percent(), ...progress.now }, "The database is being migrated");
        telling = setInterval(
          () => tell().catch((error) => log.warn({ err: error }, "The progress cannot be read")),
          everyTenSeconds,
        );
        await begins?.(progress);
      },
    });
    if (applied.length > 0) log.info({ migrations: applied }, "The database was brought to this version");
  } finally {
    clearInterval(telling);
    await pool.end();
  }
}

async function applyAlone(client: ClientBase, name: string, log: Watch["log"] | undefined) {
  const startedAt = performance.now();
  await retrying(async () => {
    await client.query(`begin; set local lock_timeout = '${lockTimeout}'`);
    try {
      await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
      await applyMigration(client, name);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  }).catch((error) => Promise.reject(failed(`Migration ${name} failed`, error)));
  log?.info({ migration: name, seconds: secondsSince(startedAt) }, "A migration was applied");
}

const isDenied = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: string }).code === "42501";

const failed = (what: string, error: Error) =>
  new OperatorError(`${what}: ${error.message}. ${mendMigration(error)}`, { cause: error });

async function finishAfter(
  client: ClientBase,
  migration: string,
  progress: Progress,
  log: Watch["log"] | undefined,
) {
  let startedAt = 0;
  await runFollowUps(client, migration, {
    begins({ purpose }) {
      startedAt = performance.now();
      progress.now = { migration, followUp: purpose };
    },
    finished({ purpose }) {
      progress.now = {};
      log?.info(
        { migration, followUp: purpose, seconds: secondsSince(startedAt) },
        "A follow-up is finished",
      );
    },
  });
}

const secondsSince = (time: number) => Number(((performance.now() - time) / 1000).toFixed(1));
