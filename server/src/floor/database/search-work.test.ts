import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { quiet } from "../../../../test/log.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { createPool } from "./pool.ts";
import type { Database } from "./schema.ts";
import { searchInCompany } from "./search-work.ts";

let world: World;
let url: string;
beforeAll(async () => {
  world = await createWorld();
  url = await world.app.listen({ host: "127.0.0.1", port: 0 });
  // Makes a search sleep on one word, like a search that takes too long.
  await world.context.pool.query(`alter function search_tickets rename to search_tickets_quickly`);
  await world.context.pool.query(`create function search_tickets(company uuid, departments uuid[], keyword text, closed boolean,
      most integer) returns setof uuid language plpgsql as $$
    begin
      if keyword like 'sleep%' then perform pg_sleep(60); end if;
      return query select * from search_tickets_quickly(company, departments, keyword, closed, most);
    end $$`);
});
afterAll(() => world.close());
beforeEach(() => {
  Object.assign(world.context.timeLimits, { search: 3_000 });
});

const underWay = async () => {
  const { rows } = await world.context.pool.query(
    "select pid from pg_stat_activity where application_name like 'parley search %' and state = 'active'",
  );
  return rows.length;
};

async function search(agent: "ingrid" | "omar" | "tomas", keyword: string, signal?: AbortSignal) {
  const headers = { cookie: await world.as(agent).cookie() };
  return fetch(`${url}/search-ticket/${keyword}/open`, { headers, ...(signal && { signal }) });
}

/** Holds the next look-up of a session until it is released. */
function holdLookUp() {
  const [sessions] = world.context.authenticators;
  if (!sessions) throw new Error("No authenticator");
  const find = sessions.find.bind(sessions);
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  vi.spyOn(sessions, "find").mockImplementationOnce(async (keys) => {
    begun.resolve();
    await released.promise;
    return find(keys);
  });
  return { begun: begun.promise, release: released.resolve };
}

test("a search that takes too long is a 422 that says what to do", async () => {
  Object.assign(world.context.timeLimits, { search: 100 });
  const answer = await world.as("ingrid").get("/search-ticket/sleep/open");
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toEqual({
    code: "search_too_long",
    message: "This search took too long and was stopped. Search for more letters or a rarer word.",
    reason: { code: "search_too_long", facts: {} },
  });
  expect(world.logged.join()).toContain("A search took too long and was stopped");
});

test("the time limit holds only for searches", async () => {
  const limit = () =>
    world.work("ingrid", async ({ db }) => {
      const { rows } = await sql<{
        limit: string;
      }>`select current_setting('statement_timeout') as limit`.execute(db);
      return rows[0]?.limit;
    });
  expect(await limit()).toBe("15s");
  expect((await search("ingrid", "quick")).status).toBe(200);
  expect(await limit()).toBe("15s");
});

test("a search ends in PostgreSQL when its caller has gone", async () => {
  Object.assign(world.context.timeLimits, { search: 60_000 });
  const asker = new AbortController();
  const asked = search("ingrid", "sleep", asker.signal).catch((error: Error) => error.name);
  await vi.waitFor(async () => expect(await underWay()).toBe(1));
  asker.abort();
  expect(await asked).toBe("AbortError");
  await vi.waitFor(async () => expect(await underWay()).toBe(0));
});

test("a search that waits for its slot is not begun when its caller has gone", async () => {
  Object.assign(world.context.timeLimits, { search: 60_000 });
  const askers = Array.from({ length: 4 }, () => new AbortController());
  const asked = askers.map(({ signal }, at) => search("ingrid", `sleep${at}`, signal).catch(() => undefined));
  await vi.waitFor(async () => expect(await underWay()).toBe(2));
  for (const asker of askers) asker.abort();
  await Promise.all(asked);
  await vi.waitFor(async () => expect(await underWay()).toBe(0));
  expect((await search("ingrid", "quick")).status).toBe(200);
});

test("a search whose caller goes while the session is looked up is not begun", async () => {
  Object.assign(world.context.timeLimits, { search: 60_000 });
  const { hostname, port } = new URL(url);
  const cookie = await world.as("ingrid").cookie();
  const lookUp = holdLookUp();
  const asker = connect(Number(port), hostname);
  asker.write(`GET /search-ticket/sleep/open HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`);
  await lookUp.begun;
  // The client ends its half alone: the server's half is still open when the session is found.
  asker.resume().end();
  await once(asker, "end");
  lookUp.release();
  expect((await search("ingrid", "quick")).status).toBe(200);
  expect(await underWay()).toBe(0);
});

test("a search that cannot be cancelled is logged, and ends by itself", async () => {
  const { context } = world;
  const caller = await world.as("ingrid").caller();
  const warn = vi.fn();
  const pool = createPool(context.directUrl, { log: quiet });
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const asker = new AbortController();
  let closed: Promise<void> | undefined;
  const run = async () => {
    // The pool refuses the connection that would cancel.
    closed = pool.end();
    asker.abort();
    await wait(50);
    return "found";
  };
  const searched = searchInCompany(
    { ...context, database, log: { ...quiet, warn } },
    caller,
    run,
    asker.signal,
  );
  expect(await searched).toBe("found");
  await closed;
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ err: expect.any(Error) }),
    "A search could not be stopped",
  );
});

test("another company is answered, however many search in one company", async () => {
  Object.assign(world.context.timeLimits, { search: 60_000 });
  const gone = new AbortController();
  const flood = (["ingrid", "tomas"] as const).flatMap((agent) =>
    Array.from({ length: 6 }, () => search(agent, "sleep", gone.signal).catch(() => undefined)),
  );
  await vi.waitFor(async () => expect(await underWay()).toBe(4));
  expect((await search("omar", "ferry")).status).toBe(200);
  await vi.waitFor(async () => expect(await underWay()).toBe(4));
  gone.abort();
  await Promise.all(flood);
  await vi.waitFor(async () => expect(await underWay()).toBe(0));
});
