/**
 * An upgrade that is broken off, that runs beside others, or of a desk that took its migrations before there were
 * follow-ups.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { quiet } from "../../../../test/log.ts";
import { copyOldDatabase, createDatabaseBefore, type OldDatabase } from "../../../../test/old-database.ts";
import { picture } from "../../../../test/outside/place.ts";
import { lockKey, migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";

vi.setConfig({ testTimeout: 60_000 });

const first = "011_channels.sql";
const third = "013_reasons.sql";
let original: OldDatabase;
let databases: OldDatabase[] = [];
/** The results of the upgrade in one go, which every other way must equal. */
let wanted: Record<"third" | "last", Awaited<ReturnType<typeof picture>>>;

beforeAll(async () => {
  original = await createDatabaseBefore(first);
  databases = [original];
  for (const statement of planting) await original.query(statement);
  await original.close();
  const database = await plantOld();
  await database.migrate(third);
  const atThird = await picture(database);
  await database.migrate();
  wanted = { third: atThird, last: await picture(database) };
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

test("all rows are filled, in as many batches as they need", async () => {
  const [, database] = databases;
  const rows = await database?.query(
    "select number, rows::int, finished_on is not null as finished from migration_follow_up where migration = $1 order by number",
    [first],
  );
  expect(rows).toEqual([
    { number: 1, rows: 0, finished: true },
    { number: 2, rows: 0, finished: true },
    { number: 3, rows: 0, finished: true },
    { number: 4, rows: 0, finished: true },
    { number: 5, rows: 10_000, finished: true },
    { number: 6, rows: 0, finished: true },
  ]);
  const authors = "select author, is_agent, count(*)::int from message group by 1, 2 order by 3";
  expect(await database?.query(authors)).toEqual([
    { author: null, is_agent: true, count: 4_000 },
    { author: "5", is_agent: false, count: 8_000 },
  ]);
});

test("an upgrade cut off at each of its statements, before or after it, goes on to the same result", async () => {
  const database = await plantOld();
  let attempts = 0;
  for (let done = false; !done; attempts++) {
    const pool = createPool(database.url, { log: quiet, size: 2 });
    cutAfter(pool, 5 + attempts, attempts % 2 === 0);
    done = await migrate(pool, third).then(
      () => true,
      () => false,
    );
    await pool.end();
  }
  expect(attempts).toBeGreaterThan(20);
  expect(await database.query("select from migration_follow_up where finished_on is null")).toEqual([]);
  expect(await picture(database)).toEqual(wanted.third);
});

test("a desk that took the migration before there were follow-ups has the same schema and rows", async () => {
  const database = await plantOld();
  const old = await readFile(join(import.meta.dirname, "../../../../test/old/011_channels.sql"), "utf8");
  await database.query(old);
  await database.query("insert into migration (name) values ($1)", [first]);
  await database.query("drop table migration_follow_up");
  await database.migrate();
  expect(await database.query("select * from migration_follow_up where migration = $1", [first])).toEqual([]);
  expect(await picture(database)).toEqual(wanted.last);
});

test("an index whose build was broken off is built again", async () => {
  const database = await plantOld();
  const { upgrade, release } = await upgradeBesideABackup(database);
  const broken = expect(upgrade).rejects.toThrow("Follow-up 3 of 011_channels.sql failed");
  await database.query(`select pg_terminate_backend(pid) ${builds}`);
  await broken;
  await release();
  const validity = "select indisvalid as valid from pg_index where indexrelid = 'ticket_open'::regclass";
  expect(await database.query(validity)).toEqual([{ valid: false }]);
  await database.migrate(first);
  expect(await database.query(validity)).toEqual([{ valid: true }]);
});

test("other work reads and writes meanwhile, an older process is answered, and a second new one waits", async () => {
  const database = await plantOld();
  const { upgrade, release } = await upgradeBesideABackup(database);
  const second = upgradeAlone(database);
  const older = await connect(database.url);
  await older.query("set statement_timeout = '10s'");
  expect((await older.query("update ticket set updated_on = now()")).rowCount).toBe(2);
  expect((await older.query("select from message where seq = 1")).rowCount).toBe(2);
  // Asks for the lock as the previous versions do, to find that the database is newer.
  await older.query("select pg_advisory_lock($1)", [lockKey]);
  await older.end();
  await release();
  expect((await upgrade).applied).toEqual([first]);
  expect((await second).applied).toEqual([]);
});

const builds = "from pg_stat_progress_create_index where datname = current_database()";

/** Waits until the first index is built and has to wait for the backup, which sees the rows as they were. */
async function upgradeBesideABackup(database: OldDatabase) {
  const backup = await connect(database.url);
  await backup.query("begin isolation level repeatable read; select from company");
  const upgrade = upgradeAlone(database);
  await vi.waitFor(
    async () => {
      expect(await database.query(`select ${builds} and phase = 'waiting for old snapshots'`)).toHaveLength(
        1,
      );
    },
    { timeout: 20_000 },
  );
  return { upgrade, release: () => backup.end() };
}

async function upgradeAlone(database: OldDatabase) {
  const pool = createPool(database.url, { log: quiet, size: 2 });
  try {
    return await migrate(pool, first);
  } finally {
    await pool.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The migrating connection is gone from so many statements on. With `late` the last of them still arrives. */
function cutAfter(pool: pg.Pool, statements: number, late: boolean): void {
  let left = statements;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const cut = async (...args: unknown[]) => {
      // This query runs beside it, for the progress.
      if (typeof args.at(-1) === "function") return query(...args);
      left -= 1;
      if (left > 0) return query(...args);
      if (left === 0 && late) await query(...args).catch(() => undefined);
      await (client as pg.Client).end();
      throw new Error("killed");
    };
    client.query = cut as typeof client.query;
  });
}

const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;

async function plantOld(): Promise<OldDatabase> {
  const database = await copyOldDatabase(original.url);
  databases = [...databases, database];
  return database;
}

const planting = [
  `insert into company (company_id, name, created_on) values (${id(1)}, 'Pier', '2026-01-01')`,
  `insert into department (company_id, id, name, created_on) values (${id(1)}, ${id(1)}, 'General', '2026-01-01')`,
  `insert into channel (company_id, id, platform, external_id, name, credentials, created_on)
    values (${id(1)}, ${id(1)}, 'telegram', '1', 'Pier', '', '2026-01-01')`,
  `insert into client (company_id, id, name, short_id, created_on) values (${id(1)}, ${id(1)}, 'Ada', 'ADA', '2026-01-01')`,
  `insert into client_identity (company_id, channel_id, external_id, client_id, created_on)
    values (${id(1)}, ${id(1)}, '5', ${id(1)}, '2026-01-01')`,
  `insert into ticket (company_id, id, client_id, channel_id, client_external_id, platform, department_id, created_on,
      updated_on, closed_on) values
    (${id(1)}, ${id(1)}, ${id(1)}, ${id(1)}, '5', 'telegram', ${id(1)}, '2026-01-01', '2026-01-02', '2026-01-02'),
    (${id(1)}, ${id(2)}, ${id(1)}, ${id(1)}, '5', 'telegram', ${id(1)}, '2026-01-02', '2026-01-03', null)`,
  `insert into message (company_id, id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
    select ${id(1)}, md5(n::text)::uuid, ('00000000-0000-4000-8000-00000000000' || 1 + n % 2)::uuid, 1 + n / 2, ${id(1)},
      '2026-01-01'::timestamptz + n * interval '1 minute', 'text', 'Line ' || n, n % 3 = 0, ${id(1)}, n
    from generate_series(0, 11999) n`,
];
