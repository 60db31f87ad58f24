/** Replaces the schema with that of a backup's version, in the caller's transaction. */
import type { ClientBase } from "pg";
import { finishFollowUps } from "../../floor/database/follow-ups.ts";
import { lockKey } from "../../floor/database/migrate.ts";
import { knownMigrations, ownObjects } from "../../floor/database/migration-files.ts";
import { applyMigration, createMigrationTables } from "../../floor/database/migration-record.ts";
import { quoted } from "./tables.ts";

/** Drops only objects that Parley's migrations create; a foreign object that depends on one fails the transaction. */
export async function buildSchema(client: ClientBase, migrations: string[]): Promise<void> {
  await client.query("select pg_advisory_xact_lock($1)", [lockKey]);
  const { tables, types, functions } = await ownObjects();
  // A function that takes or returns a table's rows depends on the table; a table's triggers and indexes on the others.
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_proc
      join pg_type on pg_type.oid = prorettype or pg_type.oid = any (proargtypes) or pg_type.oid = any (proallargtypes)
      where pronamespace = 'public'::regnamespace and proname = any ($1)
        and typrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relname = any ($2))`,
    [functions, tables],
  );
  for (const { name } of rows) await client.query(`drop function ${inPublic(name)}`);
  await client.query(`drop table if exists ${tables.map(inPublic).join(", ")}`);
  await client.query(`drop function if exists ${functions.map(inPublic).join(", ")}`);
  await client.query(`drop type if exists ${types.map(inPublic).join(", ")}`);
  // Jobs name rows that no longer exist. The sweeps enqueue the jobs of the restored rows.
  await client.query("delete from graphile_worker._private_jobs");
  await createMigrationTables(client);
  for (const name of migrations) await applyWhole(client, name);
}

async function applyWhole(client: ClientBase, name: string): Promise<void> {
  await applyMigration(client, name);
  await finishFollowUps(client, name);
}

/**
 * Migrates the restored schema to this version. Follow-ups that were under way at the backup run again for all rows.
 */
export async function migrateForward(
  client: ClientBase,
  done: string[],
  unfinished: string[],
): Promise<string[]> {
  for (const name of unfinished) await finishFollowUps(client, name);
  const missing = (await knownMigrations()).filter((name) => !done.includes(name));
  for (const name of missing) await applyWhole(client, name);
  return missing;
}

/**
 * Drops objects that slow or prevent loading, and returns a function that restores them: indexes, which build faster at
 * once; foreign keys, which check faster in bulk; triggers, which would count twice; and forced row-level security,
 * under which PostgreSQL refuses COPY. It is forced again before the transaction commits.
 */
export async function dropConstraints(client: ClientBase): Promise<() => Promise<void>> {
  const tables = (await ownObjects()).tables;
  const list = async (sql: string) =>
    (await client.query<{ down: string; up: string }>({ text: sql, values: [tables] })).rows;
  const steps = [
    ...(await list(triggers)),
    ...(await list(references)),
    ...(await list(indexes)),
    ...(await list(policies)),
  ];
  for (const { down } of steps) await client.query(down);
  return async () => {
    for (const { up } of steps.toReversed()) await client.query(up);
  };
}

const ours = "relnamespace = 'public'::regnamespace and relname = any ($1)";

const references = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as down,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(con.oid)) as up
  from pg_constraint con join pg_class on pg_class.oid = conrelid where contype = 'f' and ${ours}`;

const indexes = `select format('drop index %s', indexrelid::regclass) as down, pg_get_indexdef(indexrelid) as up
  from pg_index join pg_class on pg_class.oid = indrelid where ${ours}
    and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')`;

const triggers = `select format('alter table %s disable trigger user', oid::regclass) as down,
    format('alter table %s enable trigger user', oid::regclass) as up
  from pg_class where ${ours} and exists (select from pg_trigger where tgrelid = pg_class.oid and not tgisinternal)`;

const policies = `select format('alter table %s no force row level security', oid::regclass) as down,
    format('alter table %s force row level security', oid::regclass) as up
  from pg_class where relforcerowsecurity and ${ours}`;

/** Identity columns continue after the highest restored number. */
export async function resetSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
      where attidentity <> '' and ${ours}`,
    [(await ownObjects()).tables],
  );
  for (const { table, column } of rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted(column)}), 1), count(*) > 0)
        from ${inPublic(table)}`,
      [`public.${quoted(table)}`, column],
    );
  }
}

const inPublic = (name: string) => `public.${quoted(name)}`;
