import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import type { Pool } from "pg";

const folder = join(import.meta.dirname, "migrations");

/** Any constant will do, as long as every process of every version takes the same lock. */
const lockKey = 7_275_393_901;

/**
 * Brings the database to this version: numbered SQL files, forward only, each in a transaction of its own, under an
 * advisory lock so that processes starting together do it once. Throws when the database is newer than the code.
 */
export async function migrate(pool: Pool): Promise<{ applied: string[] }> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await runMigrations({ pgPool: pool });
    await client.query(
      "create table if not exists migration (name text primary key, applied_on timestamptz(3) not null default now())",
    );
    const known = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
    const done = (await client.query<{ name: string }>("select name from migration")).rows.map(
      (row) => row.name,
    );
    const foreign = done.filter((name) => !known.includes(name));
    if (foreign.length > 0) {
      throw new Error(
        `The database was migrated by a newer Parley (${foreign.join(", ")}). Start that version.`,
      );
    }
    for (const name of known.filter((candidate) => !done.includes(candidate))) {
      await apply(client, name);
      applied.push(name);
    }
    return { applied };
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]);
    client.release();
  }
}

async function apply(client: { query(sql: string, values?: unknown[]): Promise<unknown> }, name: string) {
  const script = await readFile(join(folder, name), "utf8");
  await client.query("begin");
  try {
    await client.query(script);
    await client.query("insert into migration (name) values ($1)", [name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
