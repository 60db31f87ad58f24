import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/database.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const watched = () => ({ warn: vi.fn() });

test("a pool that nothing listens to gives an error within the time limit", async () => {
  const pool = createPool("postgresql://parley@127.0.0.1:1/parley", { log: watched() });
  await expect(pool.query("select 1")).rejects.toThrow("ECONNREFUSED");
  await pool.end();
});

test.each(["idle", "checked out"])(
  "a connection that breaks while %s is logged and replaced",
  async (state) => {
    const log = watched();
    const pool = createPool(database.url, { log, size: 2 });
    const client = await pool.connect();
    const { rows } = await client.query("select pg_backend_pid() as pid");
    if (state === "idle") client.release();
    const other = createPool(database.url, { log: watched() });
    await other.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
    expect(log.warn.mock.calls[0]?.[0]).toMatchObject({ code: "57P01" });
    if (state !== "idle") client.release(true);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await Promise.all([pool.end(), other.end()]);
  },
);

test("bigint is a number, a time is a Date, and a number that does not fit is refused", async () => {
  const pool = createPool(database.url, { log: watched(), name: "parley test" });
  const { rows } = await pool.query(
    "select 9007199254740991::int8 as big, timestamptz '2026-01-02T03:04:05.678Z' as at, count(*) as count, " +
      "array[1, 2]::int8[] as list, current_setting('application_name') as name from generate_series(1, 3)",
  );
  expect(rows).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      at: new Date("2026-01-02T03:04:05.678Z"),
      count: 3,
      list: ["1", "2"],
      name: "parley test",
    },
  ]);
  await expect(pool.query("select 9007199254740992::int8")).rejects.toThrow("does not fit");
  await pool.end();
});

test("statements sent together return the last one's rows, and an error's stack leads to the caller", async () => {
  const pool = createPool(database.url, { log: watched() });
  const client = await pool.connect();
  expect((await client.query("select 1 as one; select 2 as two")).rows).toEqual([{ two: 2 }]);
  expect((await client.query({ text: "select $1::int as three", values: [3] })).rows).toEqual([{ three: 3 }]);
  const refused = async () => {
    await client.query("select 1; select nothing");
  };
  const error = await refused().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "42703", stack: expect.stringMatching(/at (async )?refused/) });
  client.release();
  await pool.end();
});

test("rows that a held connection has answered die young", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
  const pool = createPool(database.url, { log: watched() });
  const client = await pool.connect();
  const read = async () => {
    const { rows } = await client.query("select n, n::text as text from generate_series(1, 5000) n");
    return rows.length;
  };
  await read();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let turn = 0; turn < 10; turn++) await read();
  collect({ type: "minor" });
  collect({ type: "minor" });
  const kept = process.memoryUsage().heapUsed - before;
  // The rows of the ten statements take some 4 MB.
  expect(kept).toBeLessThan(1e6);
  client.release();
  await pool.end();
});
