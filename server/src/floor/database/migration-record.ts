/** Reads what the database records of its applied migrations. */
import type { ClientBase } from "pg";
import { followUpsOf, type Part, partsOf } from "./migration-files.ts";

export async function createMigrationTables(client: ClientBase): Promise<void> {
  await client.query(`
    create table if not exists migration (name text primary key, applied_on timestamptz(3) not null default now());
    create table if not exists migration_follow_up (
      migration text not null references migration on delete cascade,
      number integer not null,
      -- Of a backfill: the key of the last row that it has done, and how many rows it has looked at.
      position jsonb,
      rows bigint not null default 0,
      finished_on timestamptz(3),
      primary key (migration, number)
    )`);
}

type Asked = Pick<ClientBase, "query">;

/** An empty list without the table. */
export async function appliedMigrations(client: Asked): Promise<string[]> {
  if (!(await isThere(client, "migration"))) return [];
  const { rows } = await client.query<{ name: string }>("select name from migration order by name");
  return rows.map(({ name }) => name);
}

export type Unfinished = { migration: string; number: number; rows: number };

/** An empty list without the table: before there were follow-ups a migration did everything itself. */
export async function unfinishedFollowUps(client: Asked): Promise<Unfinished[]> {
  if (!(await isThere(client, "migration_follow_up"))) return [];
  const { rows } = await client.query<Unfinished>(
    "select migration, number, rows from migration_follow_up where finished_on is null order by migration, number",
  );
  return rows;
}

async function isThere(client: Asked, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    `public.${table}`,
  ]);
  return rows[0]?.there ?? false;
}

/** Runs within the caller's transaction. */
export async function applyMigration(client: ClientBase, name: string): Promise<void> {
  for (const part of await partsOf(name)) {
    if (part.kind === "function") await applyFunction(client, part);
    else await client.query(part.sql);
  }
  await client.query("insert into migration (name) values ($1)", [name]);
  for (const { number } of await followUpsOf(name)) {
    await client.query("insert into migration_follow_up (migration, number) values ($1, $2)", [name, number]);
  }
}

/**
 * A function's body is written for the schema of the last migration that names it. An earlier one of these makes the function when it is
 * missing, since a trigger or a policy may need it, and leaves the body that serves until then when it is there.
 */
async function applyFunction(client: ClientBase, part: Part & { kind: "function" }): Promise<void> {
  if (!part.namedLater) {
    await client.query(part.sql);
    return;
  }
  const { rows } = await client.query(
    "select from pg_proc where pronamespace = 'public'::regnamespace and proname = $1",
    [part.name],
  );
  if (rows.length > 0) return;
  await client.query("set local check_function_bodies = off");
  await client.query(part.sql);
  await client.query("set local check_function_bodies = on");
}
