import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createBlankDatabase } from "../../../test/database.ts";
import { retryingPool } from "./retrying-pool.ts";

const database = await createBlankDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("a connection that LISTEN releases twice goes back to the pool once, and others get it", async () => {
  await new Promise<void>((resolve, reject) => {
    retryingPool(pool).connect((error, _client, release) => {
      if (error) return reject(error);
      release();
      release();
      resolve();
    });
  });
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  const { rows } = await pool.query("select 1 as one");
  expect(rows).toEqual([{ one: 1 }]);
});
