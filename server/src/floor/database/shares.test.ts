import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { Busy, createShares, shareLimits } from "./shares.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Units of work that end when released. */
function flood(agent: AgentName, units: number) {
  const gate = Promise.withResolvers<void>();
  const work = Array.from({ length: units }, () =>
    world.work(agent, async ({ db }) => {
      await sql`select 1`.execute(db);
      await gate.promise;
    }),
  );
  // On a busy machine some of them may wait for too long.
  const ended = Promise.allSettled(work);
  return {
    async end() {
      gate.resolve();
      await ended;
    },
  };
}

test("a company that uses its whole share delays neither neighbours, sessions nor its own inbound work", async () => {
  const flooding = flood("ingrid", 60);
  const { shares, pool } = world.context;
  await vi.waitFor(() => expect(shares.waiting + pool.waitingCount).toBeGreaterThan(0));
  await expect(world.work("freya", async () => "neighbour")).resolves.toBe("neighbour");
  await expect(world.desk("harbour", async () => "inbound")).resolves.toBe("inbound");
  expect((await world.as("freya").get("/tickets")).statusCode).toBe(200);
  await flooding.end();
  expect(shares.waiting).toBe(0);
});

test("a unit of work within another takes no second slot", async () => {
  const nested = Array.from({ length: 30 }, () =>
    world.work("ingrid", () => world.work("ingrid", async () => "inner")),
  );
  expect(new Set(await Promise.all(nested))).toEqual(new Set(["inner"]));
});

test("work that a unit of work leaves running takes its own slot", async () => {
  const shares = createShares({ total: 1, kind: 1, company: 1, maxWait: 5_000, queue: 10 });
  const gate = Promise.withResolvers<void>();
  const left: Promise<string>[] = [];
  await shares.run("a", "agent", async () => {
    left.push(gate.promise.then(() => shares.run("a", "agent", async () => `${shares.waiting}`)));
  });
  const other = Promise.withResolvers<void>();
  const running = shares.run("b", "agent", () => other.promise);
  gate.resolve();
  await vi.waitFor(() => expect(shares.waiting).toBe(1));
  other.resolve();
  await running;
  await expect(Promise.all(left)).resolves.toEqual(["0"]);
});

test("waiting companies get slots by round robin", async () => {
  const shares = createShares({ total: 1, kind: 1, company: 1, maxWait: 5_000, queue: 10 });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = shares.run("a", "agent", () => gate.promise);
  const rest = ["a", "a", "a", "b", "c"].map((company) =>
    shares.run(company, "agent", async () => void order.push(company)),
  );
  gate.resolve();
  await Promise.all([first, ...rest]);
  expect(order).toEqual(["a", "b", "c", "a", "a"]);
});

test("a wait without a slot in time ends with an error, and loses no slot", async () => {
  const shares = createShares({ total: 2, kind: 2, company: 1, maxWait: 5, queue: 1 });
  const gate = Promise.withResolvers<void>();
  const running = shares.run("a", "agent", () => gate.promise);
  const waiting = shares.run("a", "agent", async () => "late");
  await expect(shares.run("a", "agent", async () => "refused")).rejects.toThrow(Busy);
  await expect(waiting).rejects.toThrow(Busy);
  await expect(shares.run("a", "desk", async () => "inbound")).resolves.toBe("inbound");
  gate.resolve();
  await running;
  await expect(shares.run("a", "agent", async () => "again")).resolves.toBe("again");
});

test("failed work gives its slot back", async () => {
  const shares = createShares({ total: 1, kind: 1, company: 1, maxWait: 5, queue: 1 });
  await expect(shares.run("a", "agent", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(shares.run("a", "agent", async () => "next")).resolves.toBe("next");
});

test.each([1, 2, 3, 5, 10, 20, 100])(
  "%i connections are divided so that each kind finds one",
  (connections) => {
    const { total, kind, company } = shareLimits(connections);
    expect([total, kind, company].every((places) => places >= 1)).toBe(true);
    if (connections < 5) return;
    expect(total).toBeLessThan(connections);
    expect(kind).toBeLessThan(total);
    expect(company).toBeLessThanOrEqual(kind);
  },
);
