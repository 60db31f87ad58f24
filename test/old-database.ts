/** A database of an earlier version, for tests of a migration on existing rows. */
import { migrate } from "../server/src/floor/database/migrate.ts";
import { knownMigrations } from "../server/src/floor/database/migration-files.ts";
import { createPool } from "../server/src/floor/database/pool.ts";
import { createBlankDatabase, createCopy, type TestDatabase } from "./database.ts";
import { quiet } from "./log.ts";

export type OldDatabase = {
  url: string;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Migrates up to this migration, or to this version. Returns the applied migrations. */
  migrate(upTo?: string): Promise<string[]>;
  /** Ends its connections; it can be dropped afterwards. */
  close(): Promise<void>;
  drop(): Promise<void>;
};

/** A database just before a migration, without a row. Plant, migrate, compare. */
export async function createDatabaseBefore(migration: string): Promise<OldDatabase> {
  const before = (await knownMigrations()).filter((name) => name < migration).at(-1);
  if (!before) throw new Error(`There is no migration before ${migration}`);
  const database = open(await createBlankDatabase());
  await database.migrate(before);
  return database;
}

/** A copy of a database to which no connection is open. */
export const copyOldDatabase = async (url: string): Promise<OldDatabase> => open(await createCopy(url));

function open({ url, drop }: TestDatabase): OldDatabase {
  const pool = createPool(url, { log: quiet, size: 2 });
  return {
    url,
    query: async <Row>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows as Row[],
    migrate: async (upTo) => (await migrate(pool, upTo)).applied,
    close: () => pool.end(),
    async drop() {
      if (!pool.ended) await pool.end();
      await drop();
    },
  };
}
