/** A database of an earlier version, for tests of a migration on existing rows. */
import { migrate } from "../server/src/floor/database/migrate.ts";
import { knownMigrations } from "../server/src/floor/database/migration-files.ts";
import { createPool } from "../server/src/floor/database/pool.ts";
import { createBlankDatabase } from "./database.ts";
import { quiet } from "./log.ts";

export type OldDatabase = {
  url: string;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Migrates up to this migration, or to this version. Returns the applied migrations. */
  migrate(upTo?: string): Promise<string[]>;
  drop(): Promise<void>;
};

/** A database just before a migration, without a row. Plant, migrate, compare. */
export async function createDatabaseBefore(migration: string): Promise<OldDatabase> {
  const before = (await knownMigrations()).filter((name) => name < migration).at(-1);
  if (!before) throw new Error(`There is no migration before ${migration}`);
  const { url, drop } = await createBlankDatabase();
  const pool = createPool(url, { log: quiet, size: 2 });
  const apply = async (upTo?: string) => (await migrate(pool, upTo)).applied;
  await apply(before);
  return {
    url,
    query: async <Row>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows as Row[],
    migrate: apply,
    async drop() {
      await pool.end();
      await drop();
    },
  };
}
