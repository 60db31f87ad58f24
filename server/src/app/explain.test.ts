/** What an operator reads when Parley does not start. */
import { once } from "node:events";
import { createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
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

test("an error of ours keeps its stack", () => {
  expect(explain(new TypeError("x is undefined"))).toContain("explain.test.ts");
});
