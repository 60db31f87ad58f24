import type { Pool } from "pg";
import { startCommand } from "../../floor/config/command-words.ts";
import type { Config } from "../../floor/config/config.ts";
import { fewestConnections, migrationConnections } from "../../floor/database/connections.ts";
import { clusterFolder } from "../../floor/database/embedded/place.ts";
import { knownMigrations } from "../../floor/database/migration-files.ts";
import { appliedMigrations, unfinishedFollowUps } from "../../floor/database/migration-record.ts";
import { openDatabase } from "../../floor/database/open.ts";
import { createPool } from "../../floor/database/pool.ts";
import { extensions, mendConnection } from "../../floor/database/refused.ts";
import { fitsSecret, otherSecret } from "../../floor/secrets/canary.ts";
import { createSecrets } from "../../floor/secrets/secrets.ts";
import type { Examined } from "./examined.ts";
import { attention, type Finding, fault, ok, reasonOf, withTimeout } from "./finding.ts";

const about = "Database";
const oldest = 15;

export type Opened = { pool: Pool; alone: boolean; close(): Promise<void> };

/** Milliseconds; a recovery after a power cut takes a while. */
const startTime = 60_000;

/** Starts the embedded server if it is not running, but never creates one. */
export async function connectDatabase(config: Config, log: Examined["log"]): Promise<Opened | Finding> {
  if (!config.databaseUrl && !clusterFolder(config.dataDir)) {
    return attention(
      about,
      "there is none yet",
      `${startCommand} makes it. If there should be one, check DATA_DIR.`,
    );
  }
  try {
    const { url, alone, close } = await withTimeout(startTime, openDatabase(config, log));
    const pool = createPool(url, { log, name: "parley-doctor", size: 1 });
    try {
      await withTimeout(8_000, pool.query("set statement_timeout = '10s'"));
    } catch (error) {
      await pool.end();
      await close();
      throw error;
    }
    return {
      pool,
      alone,
      async close() {
        await pool.end();
        await close();
      },
    };
  } catch (error) {
    return fault(about, `it cannot be reached (${reasonOf(error)})`, mendOf(config, error));
  }
}

function mendOf({ databaseUrl }: Config, error: unknown): string {
  if (!databaseUrl) return "Read what PostgreSQL says above, and see docs/operating.md, “The database”.";
  return (
    mendConnection(error) ??
    "Check that PostgreSQL runs, that DATABASE_URL is right, and that no firewall is between."
  );
}

export async function checkDatabase({ pool, config }: Examined): Promise<Finding[]> {
  return [
    await checkVersion(pool),
    await checkMigrations(pool),
    await checkExtensions(pool),
    ...(await checkRoles(pool)),
    ...(config.databaseUrl ? [await checkLog(pool), await checkLocks(pool)] : []),
    ...(await checkClock(pool, config)),
  ];
}

async function checkVersion(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ number: string; text: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as text",
  );
  const text = rows[0]?.text ?? "";
  if (Number(rows[0]?.number) >= oldest * 10_000) return ok(about, `PostgreSQL ${text}`);
  return fault(about, `PostgreSQL ${text} is too old`, `Parley needs PostgreSQL ${oldest} or later.`);
}

/** Checks that the connections of all processes, each with this process's DATABASE_POOL, fit below max_connections. */
export async function checkConnections({ pool, config, processes }: Examined): Promise<Finding> {
  const { rows } = await pool.query<{ most: number; used: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  );
  const { most, used } = rows[0] ?? { most: 0, used: 0 };
  const count = Math.max(1, processes.all);
  const need = count * config.databaseConnections + migrationConnections;
  const what = `${used} of ${most} connections are open; ${count} process${count === 1 ? "" : "es"} may open ${need}`;
  if (need <= most) return ok("Connections", what);
  const fits = Math.floor((most - migrationConnections) / count);
  return attention(
    "Connections",
    what,
    fits >= fewestConnections
      ? `Set DATABASE_POOL to ${fits} for every process, or raise max_connections.`
      : `Raise max_connections to at least ${need + 3}.`,
  );
}

/** A restore takes some 6 600; the rest is for growth and for other connections. */
const locksForRestore = 10_000;

async function checkLocks(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ locks: number }>(
    `select current_setting('max_locks_per_transaction')::int
      * (current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int) as locks`,
  );
  return findLocks(rows[0]?.locks ?? 0);
}

export function findLocks(locks: number): Finding {
  const what = `room for ${locks}`;
  if (locks >= locksForRestore) return ok("Locks", what);
  return attention(
    "Locks",
    `${what}: a backup may find too few when it is restored`,
    "Set max_locks_per_transaction = 256 and restart PostgreSQL.",
  );
}

/** The settings of the embedded server: statements contain clients' messages. */
const quietLog = {
  log_min_error_statement: "panic",
  log_statement: "none",
  log_min_duration_statement: "-1",
};

async function checkLog(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any($1) order by name",
    [Object.keys(quietLog)],
  );
  const wanted = new Map(Object.entries(quietLog));
  const loud = rows.filter(({ name, setting }) => wanted.get(name) !== setting);
  if (loud.length === 0) return ok("PostgreSQL's log", "holds nothing of what clients write");
  return attention(
    "PostgreSQL's log",
    `may hold what clients write (${loud.map(({ name, setting }) => `${name} = ${setting}`).join(", ")})`,
    `Set ${loud.map(({ name }) => `${name} = ${wanted.get(name)}`).join(" and ")}, or keep that log as private as the database.`,
  );
}

async function checkMigrations(pool: Pool): Promise<Finding> {
  const client = await pool.connect();
  try {
    const [known, done] = [await knownMigrations(), await appliedMigrations(client)];
    const newer = done.filter((name) => !known.includes(name));
    const missing = known.filter((name) => !done.includes(name));
    if (newer.length > 0) {
      return fault(
        "Schema",
        `made by a newer Parley (${newer.join(", ")})`,
        "Start that version, or a later one.",
      );
    }
    if (missing.length > 0) {
      return attention(
        "Schema",
        `not yet at this version (${missing.join(", ")})`,
        `Make a backup; ${startCommand} brings it up to date.`,
      );
    }
    const unfinished = [...new Set((await unfinishedFollowUps(client)).map(({ migration }) => migration))];
    if (unfinished.length === 0) return ok("Schema", `at ${done.at(-1)}`);
    return attention(
      "Schema",
      `an upgrade is not finished (what follows ${unfinished.join(", ")})`,
      `A process that starts goes on with it, and its log says how far it is. If none runs, ${startCommand}.`,
    );
  } finally {
    client.release();
  }
}

async function checkExtensions(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; there: boolean; possible: boolean }>(
    `select name, exists (select from pg_extension where extname = name) as there,
      exists (select from pg_available_extensions a where a.name = wanted.name) as possible
    from unnest($1::text[]) as wanted (name)`,
    [extensions],
  );
  const impossible = rows.filter(({ possible }) => !possible).map(({ name }) => name);
  const missing = rows.filter(({ there }) => !there).map(({ name }) => name);
  const mend =
    "Install PostgreSQL's contrib modules on the database server; every packaging of PostgreSQL has them.";
  if (impossible.length > 0) return fault("Extensions", `${impossible.join(", ")} not there`, mend);
  if (missing.length === 0) return ok("Extensions", extensions.join(", "));
  return attention("Extensions", `${missing.join(", ")} not switched on yet`, `${startCommand} does it.`);
}

/** The first migration creates Parley's two roles in a new database. */
async function checkRoles(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string; may: boolean }>(
    `select current_user as name, rolsuper or rolcreaterole or (select count(*) = 2 from pg_roles own
        where own.rolname in ('parley_app', 'parley_system') and pg_has_role(current_user, own.oid, 'member')) as may
      from pg_roles where rolname = current_user`,
  );
  const { name = "", may = false } = rows[0] ?? {};
  if (may) return [];
  const mend = `As a superuser: ALTER ROLE "${name}" CREATEROLE. The first start makes the roles parley_app and parley_system.`;
  return [fault("Roles", `${name} has no right to make roles (CREATEROLE)`, mend)];
}

/** Checks that the sealed values in the database can be opened. */
export async function checkSecret({ pool, config }: Examined): Promise<Finding[]> {
  // The check of the data folder has already reported a missing secret.
  if (!config.appSecret) return [];
  const opens = await fitsSecret(pool, createSecrets(config.appSecret));
  if (opens === false) return [fault("Secret", "another APP_SECRET sealed this database", otherSecret)];
  return [ok("Secret", opens ? "opens what this database has sealed" : "is noted at the next start")];
}

/** Processes follow the database's clock; certificates and signed requests of providers go by this machine's. */
async function checkClock(pool: Pool, { databaseUrl }: Config): Promise<Finding[]> {
  if (!databaseUrl) return [];
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2) / 1000;
  const what = `${skew.toFixed(1)} s apart from the database's`;
  const mend = "Let both machines keep their time by NTP.";
  if (skew > 30) return [fault("Clock", what, mend)];
  return [skew > 2 ? attention("Clock", what, mend) : ok("Clock", what)];
}
