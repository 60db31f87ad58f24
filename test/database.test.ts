import { createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";

let first: TestDatabase;
let second: TestDatabase;
beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

async function ask(database: TestDatabase, sql: string) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("two databases are migrated, empty and separate", async () => {
  await ask(first, "insert into company (name) values ('Northwind')");
  expect(await ask(first, "select count(*)::int from company")).toEqual([{ count: 1 }]);
  expect(await ask(second, "select count(*)::int from company")).toEqual([{ count: 0 }]);
  expect(await ask(second, "select name from migration limit 1")).toHaveLength(1);
});

test("the network is closed to tests", async () => {
  await expect(fetch("http://example.com/")).rejects.toThrow();
  const failure = await fetch("http://192.0.2.1/").catch((error: Error) => error);
  expect(String((failure as Error).cause)).toContain("the network is closed");
});

test("the machine itself is open to tests", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 204 No Content\r\n\r\n")).listen(
    0,
    "127.0.0.1",
  );
  await vi.waitFor(() => expect(server.listening).toBe(true));
  const address = server.address() as { port: number };
  expect((await fetch(`http://127.0.0.1:${address.port}/`)).status).toBe(204);
  server.close();
});
