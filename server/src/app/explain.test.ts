/** The messages for an operator when Parley does not start. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createBlankDatabase, createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createSecrets } from "../floor/secrets/secrets.ts";
import { loadConfig } from "./config.ts";
import { explain } from "./explain.ts";
import { createLog } from "./log.ts";
import { startParley } from "./start.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const silent = createLog({ nodeEnv: "test" }, { write: () => undefined });

const settings = (more: Record<string, string> = {}) =>
  loadConfig({
    NODE_ENV: "test",
    DATABASE_URL: database.url,
    APP_SECRET: "the secret of a Parley that does not start",
    DATA_DIR: "/nowhere",
    PORT: "0",
    ...more,
  });

const refusalOf = async (start: () => unknown) => {
  try {
    await start();
  } catch (error) {
    return explain(error);
  }
  throw new Error("It started");
};

test("a taken port is named with its setting", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as { port: number };
  const said = await refusalOf(() => startParley(settings({ PORT: String(port) }), { log: silent }));
  holder.close();
  expect(said).toBe(`Port ${port} is taken. Stop what listens there, or set PORT to another.`);
});

test("a database of a newer version is refused in one sentence, and stays as it is", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into migration (name) values ('999_future.sql')");
  const applied = "select name from migration order by name";
  const before = (await client.query(applied)).rows;
  const said = await refusalOf(() => startParley(settings(), { log: silent }));
  const after = (await client.query(applied)).rows;
  await client.query("delete from migration where name = '999_future.sql'");
  await client.end();
  expect(said).toBe(
    "The database is of a newer Parley (999_future.sql) and cannot go back: start that version, or restore a backup that this one made.",
  );
  expect(after).toEqual(before);
});

test("a database that does not answer is named by its setting, without the password", async () => {
  const said = await refusalOf(() =>
    startParley(settings({ DATABASE_URL: "postgresql://parley:very-secret@127.0.0.1:9/parley" }), {
      log: silent,
    }),
  );
  expect(said).toMatch(/^The database cannot be reached \(ECONNREFUSED\)/);
  expect(said).not.toContain("very-secret");
});

test("a missing database is named as missing", async () => {
  const url = new URL(database.url);
  url.pathname = "/nowhere";
  const said = await refusalOf(() => startParley(settings({ DATABASE_URL: url.href }), { log: silent }));
  expect(said).toBe(
    'The database cannot be reached (database "nowhere" does not exist). Make the database that DATABASE_URL names, or name another.',
  );
});

test("a start under another secret is refused, and one under the first secret goes on", async () => {
  const first = await startParley(settings(), { log: silent });
  await first.stop();
  const said = await refusalOf(() =>
    startParley(settings({ APP_SECRET: "another secret, which is long enough too" }), { log: silent }),
  );
  expect(said).toMatch(/^APP_SECRET is not the one that this database was sealed under\. .*new-secret/);
  const again = await startParley(settings(), { log: silent });
  await again.stop();
});

test("an upgrade under another secret is refused where an earlier version has sealed something", async () => {
  const first = await startParley(settings(), { log: silent });
  await first.stop();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  onTestFinished(() => pool.end());
  const sealed = createSecrets(settings().appSecret).seal("keys of push messages");
  // Earlier versions wrote no row that tells the secret.
  await pool.query("delete from server_secret");
  await pool.query("insert into server_secret (name, sealed) values ('push_keys:test', $1)", [sealed]);
  const said = await refusalOf(() =>
    startParley(settings({ APP_SECRET: "another secret, which is long enough too" }), { log: silent }),
  );
  expect(said).toMatch(/^APP_SECRET is not the one that this database was sealed under\./);
  const right = await startParley(settings(), { log: silent });
  await right.stop();
});

test("a lost secret is not replaced while its database exists", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-lost-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "postgres"));
  const said = await refusalOf(() => loadConfig({ DATA_DIR: folder }));
  expect(said).toContain("put the file app-secret back");
  expect(readdirSync(folder)).toEqual(["postgres"]);
});

test("a migration that is refused names the cause and what to do", async () => {
  const blank = await createBlankDatabase();
  const role = `meek_${randomUUID().replaceAll("-", "")}`;
  const superuser = new URL(database.url);
  superuser.username = "postgres";
  const owner = new pg.Client({ connectionString: superuser.href });
  await owner.connect();
  const name = new URL(blank.url).pathname.slice(1);
  const giveTo = (who: string) => owner.query(`alter database "${name}" owner to "${who}"`);
  onTestFinished(async () => {
    await giveTo(new URL(database.url).username);
    await blank.drop();
    await owner.query(`drop role ${role}`);
    await owner.end();
  });
  await owner.query(`create role ${role} login`);
  await giveTo(role);
  const url = new URL(blank.url);
  url.username = role;
  const said = await refusalOf(() => startParley(settings({ DATABASE_URL: url.href }), { log: silent }));
  expect(said).toMatch(/^Migration 001_foundation\.sql failed: permission denied.* ALTER ROLE/);
});

test("an error of our own keeps its stack", () => {
  expect(explain(new TypeError("x is undefined"))).toContain("explain.test.ts");
});
