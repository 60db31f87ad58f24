/** Restores a backup over an empty Parley, all or nothing. */
import { type ClientBase, DatabaseError } from "pg";
import { createFileStore, type FileStore } from "../../files/storage/store.ts";
import type { Config } from "../../floor/config/config.ts";
import { startEmbedded } from "../../floor/database/embedded.ts";
import { migrate } from "../../floor/database/migrate.ts";
import { knownMigrations } from "../../floor/database/migration-files.ts";
import { appliedMigrations } from "../../floor/database/migration-record.ts";
import { createPool } from "../../floor/database/pool.ts";
import { isUnavailable } from "../../floor/database/unavailable.ts";
import { createAddedFiles } from "./added-files.ts";
import { withConnection } from "./connection.ts";
import { BackupError, type Complete, type Header } from "./format.ts";
import { createKnownFiles, type KnownFiles } from "./known-files.ts";
import { load } from "./load.ts";
import { openBackup } from "./read.ts";
import { buildSchema, dropConstraints, migrateForward, resetSequences } from "./rebuild.ts";
import { checkSecret, stageSecret } from "./secret.ts";
import { deleteSealed, settleWaiting } from "./settle.ts";
import type { Surroundings } from "./surroundings.ts";

export type RestoreWish = {
  from: string;
  /** The number of existing companies that may be overwritten. */
  replace: number;
  withoutSecret: boolean;
  sendWaiting: boolean;
};

/**
 * Checks everything before any change: the whole file, its version, its secret, that no process runs here and no data
 * would be lost. The rows come in one transaction, so a restore that fails or is killed leaves the database unchanged;
 * files it added are removed again, or stay unused after kill -9.
 */
export async function restore(surroundings: Surroundings, wish: RestoreWish) {
  const { config, log, signal, warn } = surroundings;
  const { header, complete } = await inspect(wish.from, signal);
  const { sealed } = checkSecret(surroundings, header, wish);
  const database = await openAlone(config, log);
  try {
    await migrateRestored(database.url, surroundings);
    const store = await createFileStore(config);
    const restored = await withConnection(database.url, surroundings, async (client) => {
      const before = await checkPlace(client, wish, database.alone);
      const known = await createKnownFiles(client);
      const answer = await restoreAll({ client, store, known, surroundings, wish, sealed });
      await removeOld(store, known, before);
      await client.query("analyze");
      return answer;
    });
    if (restored.missing > 0) warn(`${restored.missing} files that messages name were not in the backup.`);
    const rows = Object.values(complete.rows).reduce((sum, one) => sum + one, 0);
    const { companies, madeOn } = header;
    return { madeOn, companies, rows, files: complete.files, ...restored };
  } finally {
    await database.close();
  }
}

async function inspect(path: string, signal: AbortSignal): Promise<{ header: Header; complete: Complete }> {
  const reading = await openBackup(path, signal);
  try {
    const known = await knownMigrations();
    const newer = reading.header.migrations.filter((name) => !known.includes(name));
    if (newer.length > 0) {
      throw new BackupError(
        `This backup was made by a newer Parley (${newer.join(", ")}). Restore it with that version or a later one.`,
      );
    }
    for (;;) {
      const next = await reading.members.next();
      if (next.done) return { header: reading.header, complete: next.value };
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await reading.close();
  }
}

/** Ensures that no other process runs here: by the data folder's lock, else by the leases of processes. */
async function openAlone(config: Config, log: Surroundings["log"]) {
  if (config.databaseUrl) {
    return {
      url: config.databaseDirectUrl ?? config.databaseUrl,
      alone: false,
      close: async () => undefined,
    };
  }
  const server = await startEmbedded({ dataDir: config.dataDir, log });
  return { url: server.url, alone: true, close: () => server.stop() };
}

async function migrateRestored(url: string, { log }: Pick<Surroundings, "log">): Promise<void> {
  const pool = createPool(url, { log, size: 2 });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

/** Returns the number of existing companies. */
async function checkPlace(client: ClientBase, { replace }: RestoreWish, alone: boolean): Promise<string[]> {
  const running = await client.query("select from process where lease_until > now()");
  // A valid lease on one's own data folder belongs to a killed process.
  if (running.rowCount && !alone) {
    throw new BackupError(
      "Parley runs on this database. Stop every process of it first; if one was killed, wait ten seconds.",
    );
  }
  const { rows } = await client.query<{ id: string }>("select company_id as id from company");
  if (rows.length !== replace) {
    const there = rows.length === 1 ? "is 1 company" : `are ${rows.length} companies`;
    throw new BackupError(
      rows.length === 0
        ? "There are no companies here, so there is nothing to replace."
        : `There ${there} in this Parley, and a restore would remove all of it. ` +
            `If that is what you want, say so with --replace ${rows.length}; else use an empty database and data folder.`,
    );
  }
  return rows.map(({ id }) => id);
}

type Bringing = {
  client: ClientBase;
  store: FileStore;
  known: KnownFiles;
  surroundings: Surroundings;
  wish: RestoreWish;
  sealed: boolean;
};

async function restoreAll({ client, store, known, surroundings, wish, sealed }: Bringing) {
  const { config, signal } = surroundings;
  const added = await createAddedFiles(config);
  const reading = await openBackup(wish.from, signal);
  let kept: ReturnType<typeof stageSecret> | undefined;
  try {
    await client.query("begin");
    // The search indexes are built twice as fast with it.
    await client.query("set local maintenance_work_mem = '256MB'");
    await buildSchema(client, reading.header.migrations);
    const restoreConstraints = await dropConstraints(client);
    const { secret } = await load({ client, store, known, config, added: added.note }, reading);
    await resetSequences(client);
    await restoreConstraints();
    const migrated = await migrateForward(client, await appliedMigrations(client), reading.header.unfinished);
    const waiting = await settleWaiting(client, wish);
    if (sealed) await deleteSealed(client);
    const missing = await known.missing();
    kept = stageSecret(surroundings, secret);
    await client.query("commit");
    kept.place();
    return { migrated, missing, [wish.sendWaiting ? "waiting" : "uncertain"]: waiting };
  } catch (error) {
    kept?.drop();
    await added.removeFrom(store);
    signal.throwIfAborted();
    throw explain(error);
  } finally {
    await added.close();
    await reading.close();
  }
}

/** PostgreSQL's `out_of_memory`, of the memory that all connections share. */
const outOfLocks = "53200";

function explain(error: unknown): unknown {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
    const message =
      "There is no room for what is to be restored. Everything is as it was; make some and try again.";
    return new BackupError(message, { cause: error });
  }
  if (code === outOfLocks) {
    const message =
      "PostgreSQL has too few locks for a restore, which replaces everything in one transaction. Everything is as it was. " +
      "Set max_locks_per_transaction = 256, restart PostgreSQL and try again.";
    return new BackupError(message, { cause: error });
  }
  if (!(error instanceof DatabaseError) || isUnavailable(error)) return error;
  return new BackupError(`The database does not take this backup, and is as it was: ${error.message}.`, {
    cause: error,
  });
}

/** Removes the files of the replaced installation. */
async function removeOld(store: FileStore, known: KnownFiles, companies: string[]) {
  for (const id of companies) {
    let keys: string[] = [];
    const remove = async () => {
      for (const key of await known.unknown(keys)) await store.remove(key);
      keys = [];
    };
    for await (const { key } of store.list(`${id}/`)) if (keys.push(key) >= 1000) await remove();
    await remove();
  }
}
