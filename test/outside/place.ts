/** A database and a data folder of their own, in which commands run as an operator would run them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPool } from "../../server/src/floor/database/pool.ts";
import { createTestDatabase } from "../database.ts";
import { quiet } from "../log.ts";

export type Place = {
  url: string;
  dataDir: string;
  env: Record<string, string>;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  remove(): Promise<void>;
};

/** The database is migrated and empty. `env` overrides the place's own. */
export async function createPlace(env: Record<string, string> = {}): Promise<Place> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "parley-place-"));
  const pool = createPool(database.url, { log: quiet, size: 2 });
  return {
    url: database.url,
    dataDir,
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      APP_SECRET: "the secret of every test's world is this one",
      ...env,
    },
    query: async <Row>(sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows as Row[],
    async remove() {
      await pool.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Every row of every table that a backup holds, and the whole schema. */
export async function picture({ query }: Pick<Place, "query">): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.filter((one) => !passing.has(one.name))) {
    const found = await query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    rows[name] = found.map(({ row }) => row);
  }
  return { rows, schema: await query(schema) };
}

/** Tables that a backup leaves out. */
const passing = new Set([
  ...[
    "migration",
    "migration_follow_up",
    "process",
    "presence",
    "session",
    "sign_in_try",
    "sign_in_challenge",
    "known_device",
    "ledger_epoch",
  ],
  ...["mail_code", "mail_grant", "mail", "rate_count", "address_change"],
]);

const schema = `select 'index' as kind, indexdef as what from pg_indexes where schemaname = 'public'
  union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select 'column', table_name || ' ' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '')
    || is_nullable || is_identity from information_schema.columns where table_schema = 'public'
  union all select 'policy', tablename || ' ' || policyname || ' ' || roles::text || coalesce(qual, '')
    from pg_policies where schemaname = 'public'
  union all select 'guard', relname || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '')
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  union all select 'trigger', pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'function', pg_get_functiondef(p.oid) || coalesce(proacl::text, '') from pg_proc p
    where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1, 2`;
