import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import type { ClientBase, Pool } from "pg";
import type { Logger } from "pino";
import { OperatorError } from "../operator-error.ts";
import { sourceFolder } from "../source-folder.ts";
import { migrationConnections } from "./connections.ts";
import { createPool, type PoolOptions } from "./pool.ts";

const folder = join(sourceFolder, "database/migrations");

const undefinedTable = "42P01";

/** Any constant will do, as long as every process of every version takes the same lock. */
export const lockKey = 7_275_393_901;

/** This version's, in the order they are applied in. */
export async function knownMigrations(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

/**
 * Brings the database to this version, or to an older one by its last migration's name: numbered SQL files, forward
 * only, each in a transaction of its own, under an advisory lock so that processes starting together do it once. Throws
 * OperatorError when the database is newer than the code.
 */
export async function migrate(pool: Pool, upTo?: string): Promise<{ applied: string[] }> {
  if (upTo === undefined && (await isCurrent(pool))) {
    // Of the job queue, whose library may be newer than our last migration. One statement when there are none.
    await runMigrations({ pgPool: pool });
    return { applied: [] };
  }
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await runMigrations({ pgPool: pool });
    const known = await knownMigrations();
    await createMigrationTable(client);
    const done = await appliedMigrations(client);
    const foreign = done.filter((name) => !known.includes(name));
    if (foreign.length > 0) {
      throw new OperatorError(
        `The database is of a newer Parley (${foreign.join(", ")}) and cannot go back: start that version, or restore a backup that this one made.`,
      );
    }
    for (const name of known.filter((candidate) => !done.includes(candidate) && candidate <= (upTo ?? "~"))) {
      await applyAlone(client, name);
      applied.push(name);
    }
    return { applied };
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]);
    client.release();
  }
}

/** Whether the known migrations are applied and no others: such a start takes no lock. */
async function isCurrent(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ name: string }>("select name from migration order by name");
    const known = await knownMigrations();
    return rows.map(({ name }) => name).join() === known.join();
  } catch (error) {
    if ((error as { code?: string }).code === undefinedTable) return false;
    throw error;
  }
}

/** Past a pooler, which gives each statement another session and so cannot hold the lock. */
export async function migrateBy(
  directUrl: string,
  log: PoolOptions["log"] & Pick<Logger, "info">,
): Promise<void> {
  const pool = createPool(directUrl, { log, name: "parley-migrations", size: migrationConnections });
  try {
    const { applied } = await migrate(pool);
    if (applied.length > 0) log.info({ migrations: applied }, "The database was brought to this version");
  } finally {
    await pool.end();
  }
}

/** The applied migrations; none without the table. */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const found = await client.query<{ there: boolean }>(
    "select to_regclass('public.migration') is not null as there",
  );
  if (!found.rows[0]?.there) return [];
  const { rows } = await client.query<{ name: string }>("select name from migration order by name");
  return rows.map(({ name }) => name);
}

export async function createMigrationTable(client: ClientBase): Promise<void> {
  await client.query(
    "create table if not exists migration (name text primary key, applied_on timestamptz(3) not null default now())",
  );
}

/** Within the caller's transaction. */
export async function applyMigration(client: ClientBase, name: string): Promise<void> {
  await client.query(await readFile(join(folder, name), "utf8"));
  await client.query("insert into migration (name) values ($1)", [name]);
}

async function applyAlone(client: ClientBase, name: string) {
  await client.query("begin");
  try {
    await applyMigration(client, name);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}

/**
 * The objects that the migrations create in the schema public, by kind; a database may hold foreign objects as well.
 */
export async function ownObjects(): Promise<{ tables: string[]; functions: string[] }> {
  const scripts = await Promise.all(
    (await knownMigrations()).map((name) => readFile(join(folder, name), "utf8")),
  );
  const named = (kind: string) => [
    ...new Set(scripts.flatMap((script) => [...script.matchAll(made(kind))].map(([, name = ""]) => name))),
  ];
  return { tables: [...named("table"), "migration"], functions: named("function") };
}

const made = (kind: string) => new RegExp(`^create (?:or replace )?${kind} (?:if not exists )?(\\w+)`, "gm");
