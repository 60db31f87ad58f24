/** A backup outlives the version that made it. */

import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { quiet } from "../../../../test/log.ts";
import { createPlace, type Place, picture } from "../../../../test/outside/place.ts";
import { askHere } from "../../../../test/world/command-line.ts";
import { migrate } from "../../floor/database/migrate.ts";
import { knownMigrations, ownObjects } from "../../floor/database/migration-files.ts";
import { createPool } from "../../floor/database/pool.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let old: Place;
let today: Place;
beforeAll(async () => {
  [old, today] = await Promise.all([createPlace(), createPlace()]);
});
afterAll(() => Promise.all([old.remove(), today.remove()]));

const schemaOf = async (place: Place) => (await picture(place)).schema;

test("a backup made by the version of 002 is restored into the present version", async () => {
  await old.query("drop schema public cascade");
  await old.query("create schema public");
  const pool = createPool(old.url, { log: quiet });
  expect(await migrate(pool, "002_search.sql")).toEqual({
    applied: ["001_foundation.sql", "002_search.sql"],
  });
  await pool.end();
  await old.query(
    "insert into company (company_id, name) values ('00000000-0000-4000-8000-000000000001', 'Pier')",
  );
  for (const statement of planting) await old.query(statement);
  const from = join(old.dataDir, "old.tar.gz");
  expect(await askHere(["backup", "--to", from], old.env)).toMatchObject({ companies: 1, rows: 1004 + 4 });
  expect(await old.query("select name from migration order by 1")).toHaveLength(2);

  const wanted = await schemaOf(today);
  const restored = await askHere<{ migrated: string[] }>(["restore", "--from", from], today.env);
  expect(restored.migrated).toEqual((await knownMigrations()).slice(2));
  expect(await schemaOf(today)).toEqual(wanted);
  const messages = "select ticket_id, seq, content, created_on from message order by seq";
  expect(await today.query(messages)).toEqual(await old.query(messages));
  expect(await today.query("select count(*) as count from ticket where last_seq = 1000")).toEqual([
    { count: 1 },
  ]);
});

test("a backup made while rows were filled in batches is restored with every row filled", async () => {
  const half = await createPlace();
  for (const statement of ["drop schema public cascade", "create schema public"]) await half.query(statement);
  const pool = createPool(half.url, { log: quiet });
  await migrate(pool, "011_channels.sql");
  await pool.end();
  await half.query(
    "insert into company (company_id, name) values ('00000000-0000-4000-8000-000000000001', 'Pier')",
  );
  for (const statement of planting)
    await half.query(
      statement
        .replace("client_external_id, platform", "client_external_id, thread, platform")
        .replace("'5', 'telegram'", "'5', '5', 'telegram'"),
    );
  await half.query("update migration_follow_up set finished_on = null where number >= 5");
  const from = join(half.dataDir, "half.tar.gz");
  await askHere(["backup", "--to", from], half.env);
  await askHere(["restore", "--from", from, "--replace", "1"], half.env);
  const authors = "select author, count(*)::int from message group by 1";
  expect(await half.query(authors)).toEqual([{ author: "5", count: 1000 }]);
  expect(await half.query("select from migration_follow_up where finished_on is null")).toEqual([]);
  expect(await schemaOf(half)).toEqual(await schemaOf(today));
  await half.remove();
});

test("a backup made by the program of commit 09f52785 is restored into today's schema with its rows", async () => {
  const place = await createPlace();
  const wanted = await schemaOf(place);
  const from = join(import.meta.dirname, "../../../../test/old/09f52785.tar.gz");
  const restored = await askHere<{ migrated: string[] }>(["restore", "--from", from], place.env);
  expect(restored.migrated).toEqual(
    (await knownMigrations()).filter((name) => name > "060_totals_by_month.sql"),
  );
  expect(await schemaOf(place)).toEqual(wanted);
  expect(await place.query('select content from message order by content collate "C"')).toEqual(
    ["Hello, is anybody there?", "It waits", "Where is my booking?", "Ünïcødé 🙂"].map((content) => ({
      content,
    })),
  );
  await place.remove();
});

test("Parley's objects are exactly those that the migrations create", async () => {
  const { tables, types, functions } = await ownObjects();
  const found = await today.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1",
  );
  expect(tables.toSorted()).toEqual(found.map(({ name }) => name));
  const made = await today.query<{ name: string }>(
    `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`,
  );
  const composite = await today.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'c' and relnamespace = 'public'::regnamespace order by 1",
  );
  expect(types.toSorted()).toEqual(composite.map(({ name }) => name));
  expect(functions.toSorted()).toEqual(made.map(({ name }) => name));
});

test("a foreign table in the same database is neither saved nor changed", async () => {
  await today.query("create table guest_book (line text)");
  await today.query("insert into guest_book values ('We were here')");
  const from = join(today.dataDir, "again.tar.gz");
  await askHere(["backup", "--to", from], today.env);
  await askHere(["restore", "--from", from, "--replace", "1"], today.env);
  expect(await today.query("select line from guest_book")).toEqual([{ line: "We were here" }]);
});

const company = "'00000000-0000-4000-8000-000000000001'";
const planting = [
  `insert into department (company_id, id, name) select ${company}, company_id, 'General' from company`,
  `insert into channel (company_id, id, platform, external_id, name, credentials)
    select company_id, company_id, 'telegram', '1', 'Pier', '\\x00' from company`,
  `insert into client (company_id, id, name) select company_id, company_id, 'Ada' from company`,
  `insert into client_identity (company_id, channel_id, external_id, client_id)
    select company_id, company_id, '5', company_id from company`,
  `insert into ticket (company_id, id, client_id, channel_id, client_external_id, platform, department_id, created_on,
      updated_on, last_seq, client_messages)
    select company_id, company_id, company_id, company_id, '5', 'telegram', company_id, now(), now(), 1000, 1000 from company`,
  `insert into message (company_id, ticket_id, seq, channel_id, created_on, type, content, is_agent, client_id, client_no)
    select company_id, company_id, n, company_id, now() + n * interval '1 s', 'text', 'Line ' || n, false, company_id, n
    from company, generate_series(1, 1000) n`,
  "insert into action (company_id, type, time) select company_id, 'ticket_create', now() from company, generate_series(1, 2)",
];
