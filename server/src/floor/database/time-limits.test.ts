import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../../test/world.ts";
import { acrossCompanies } from "./scope.ts";

let world: World;
let runs = 0;
beforeAll(async () => {
  world = await createWorld();
  Object.assign(world.context.timeLimits, { statement: 200, lock: 100, idle: 60_000 });
  world.app.get("/slow", { config: { ability: "readTickets" } }, (request) =>
    request.work(({ db }) => {
      runs++;
      return sql`select pg_sleep(30)`.execute(db);
    }),
  );
  world.app.get("/slow-batch", { config: { ability: "readTickets" } }, (request) =>
    request.batch(({ db }) => {
      runs++;
      return sql`select pg_sleep(30)`.execute(db);
    }),
  );
  world.app.get("/quick", { config: { ability: "readTickets" } }, (request) =>
    request.work(({ db }) => sql`select 1`.execute(db)),
  );
});
afterAll(() => world.close());

test("a statement that takes too long is a 503 that says so, and releases its connection", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.as("mira").get("/slow")));
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("2");
    expect(answer.json()).toEqual({
      code: "not_ready",
      message: "This took too long and was stopped. Please try again, or ask for less.",
      reason: { code: "took_too_long", facts: {} },
    });
  }
  const { pool, shares } = world.context;
  expect([pool.idleCount - pool.totalCount, pool.waitingCount, shares.waiting]).toEqual([0, 0, 0]);
  expect((await world.as("mira").get("/tickets")).statusCode).toBe(200);
});

test.each(["/slow", "/slow-batch"])("a call of %s that is stopped runs once", async (path) => {
  runs = 0;
  expect((await world.as("mira").get(path)).statusCode).toBe(503);
  expect(runs).toBe(1);
});

test("a slow call holds up no other call of its moment", async () => {
  const ends: string[] = [];
  const ask = async (path: string) => {
    await world.as("mira").get(path);
    ends.push(path);
  };
  const quick = (count: number) => Array.from({ length: count }, () => ask("/quick"));
  await Promise.all([...quick(20), ask("/slow"), ...quick(7)]);
  expect(ends.at(-1)).toBe("/slow");
});

test("a lock that another unit of work holds is not waited for without end", async () => {
  const { id } = await world.ticket({ messages: [] });
  const gate = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = world.work("mira", async ({ db }) => {
    await sql`select 1 from ticket where id = ${id} for update`.execute(db);
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  expect((await world.as("mira").post("/acceptTicket", { ticketid: id })).statusCode).toBe(503);
  gate.resolve();
  await holder;
  expect((await world.as("mira").post("/acceptTicket", { ticketid: id })).statusCode).toBe(200);
});

test("a unit of work that idles is ended, and its connection with it", async () => {
  Object.assign(world.context.timeLimits, { idle: 50 });
  const error = await world
    .work("mira", async ({ db }) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await ended(rows[0]?.pid ?? 0);
      await sql`select 1`.execute(db);
    })
    .catch((reason: unknown) => reason);
  Object.assign(world.context.timeLimits, { idle: 60_000 });
  expect(error).toBeInstanceOf(Error);
  await expect(world.work("mira", async () => "next")).resolves.toBe("next");
});

test("the time limits hold for units of work alone, and longer for the desk's", async () => {
  const limit = "select current_setting('statement_timeout') as limit";
  const { rows } = await world.context.pool.query(limit);
  expect(rows).toEqual([{ limit: "0" }]);
  const inDesk = await acrossCompanies(world.context, (db) => sql.raw<{ limit: string }>(limit).execute(db));
  expect(inDesk.rows).toEqual([{ limit: "800ms" }]);
});

/** Waits until PostgreSQL has ended the backend. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    const { rows } = await world.context.pool.query("select 1 from pg_stat_activity where pid = $1", [pid]);
    if (rows.length === 0) return;
  }
}
