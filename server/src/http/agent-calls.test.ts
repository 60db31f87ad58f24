import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";
import type { Refusal } from "../floor/errors/errors.ts";
import { createAgentCalls, createSearches } from "./agent-calls.ts";

let world: World;
let running = 0;
let most = 0;
beforeAll(async () => {
  world = await createWorld();
  world.app.get("/slow-search", { config: { ability: "readTickets", weight: "search" } }, (request) =>
    request.work(async ({ db }) => {
      running += 1;
      most = Math.max(most, running);
      await sql`select pg_sleep(0.02)`.execute(db);
      running -= 1;
      return "found";
    }),
  );
});
afterAll(() => world.close());

test("an agent who floods gets 429 with the time to wait; colleagues and other companies do not", async () => {
  const calls = Array.from({ length: 200 }, () => world.as("mira").get("/search-ticket/refund/open"));
  const answers = await Promise.all(calls);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers["retry-after"]).toBe("1");
  expect(refused[0]?.json()).toEqual({
    code: "too_many_calls",
    message: "Too many calls at once. Please try again in a moment.",
    reason: { code: "too_many_calls", facts: {} },
  });
  for (const agent of ["jonas", "freya"] as const) {
    expect((await world.as(agent).get("/tickets")).statusCode).toBe(200);
  }
});

test("tokens come back with time, up to one burst", () => {
  let now = 0;
  const { consume } = createAgentCalls(() => now);
  const waits: string[] = [];
  const reply = { header: (_name: string, seconds: string) => void waits.push(seconds) } as never;
  const drain = () => {
    for (let n = 0; ; n++) {
      try {
        consume("mira", undefined, reply);
      } catch (error) {
        expect((error as Refusal).status).toBe(429);
        return n;
      }
    }
  };
  expect(drain()).toBe(600);
  now += 1_000;
  expect(drain()).toBe(50);
  now += 3_600_000;
  expect(drain()).toBe(600);
  expect(() => consume("mira", "export", reply)).toThrow();
  expect(waits).toEqual(["1", "1", "1", "1"]);
  consume("jonas", "export", reply);
});

test("agents who called once leave nothing in memory", () => {
  let now = 0;
  const { consume } = createAgentCalls(() => now);
  const reply = { header: () => undefined } as never;
  for (let n = 0; n < 5_000; n++) {
    now += 1_000;
    consume(`agent ${n}`, undefined, reply);
  }
  for (let n = 0; n < 600; n++) consume("agent 0", undefined, reply);
  expect(() => consume("agent 0", undefined, reply)).toThrow();
});

test("two searches of an agent and four of a company run at once, and the others follow", async () => {
  const searches = createSearches();
  const gate = Promise.withResolvers<void>();
  const under = new Map<string, number>();
  const done: string[] = [];
  const search = (id: string, companyId: string) =>
    searches.run({ id, companyId }, async () => {
      under.set(companyId, (under.get(companyId) ?? 0) + 1);
      await gate.promise;
      done.push(id);
    });
  const all = ["mira", "jonas", "ingrid"].flatMap((id) => [1, 2, 3].map(() => search(id, "harbour")));
  const neighbour = search("freya", "northwind");
  await vi.waitFor(() =>
    expect([...under]).toEqual([
      ["harbour", 4],
      ["northwind", 1],
    ]),
  );
  gate.resolve();
  await Promise.all([...all, neighbour]);
  expect(done).toHaveLength(10);
});

test("a route of searches holds its units of work to that limit", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.as("tomas").get("/slow-search")));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect(most).toBe(2);
});
