import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { version } from "../floor/config/version.ts";
import { createPool } from "../floor/database/pool.ts";
import { acrossCompanies, type Scope } from "../floor/database/scope.ts";
import { isUnavailable } from "../floor/database/unavailable.ts";
import { checkAnswer } from "./health.ts";
import { serveFigures } from "./metrics/figures-port.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("a running process is alive and ready", async () => {
  const alive = await world.stranger.get("/healthz");
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: "ok", version }]);
  const ready = await world.stranger.get("/readyz");
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: "ok" }]);
});

test("a process is alive but not ready while the database is away", async () => {
  const away = await createWorld();
  await away.context.pool.end();
  expect((await away.stranger.get("/healthz")).statusCode).toBe(200);
  const answer = await away.stranger.get("/readyz");
  expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "2"]);
  await away.close();
});

test("a database behind a pooler that holds each statement counts as away within seconds", async () => {
  const database = await createTestDatabase();
  const holding = await startHoldingPooler(new URL(database.url).searchParams.get("host") ?? "");
  const url = new URL(database.url);
  url.searchParams.set("host", "127.0.0.1");
  url.port = String(holding.port);
  const pool = createPool(url.href, { log: { warn: () => undefined } });
  await checkAnswer(pool);
  holding.hold();
  const refused = await checkAnswer(pool).catch((error: unknown) => error);
  expect(isUnavailable(refused)).toBe(true);
  expect(pool.totalCount).toBe(0);
  await pool.end();
  holding.close();
  await database.drop();
});

/** Passes bytes to PostgreSQL's socket until `hold`, and none afterwards. */
async function startHoldingPooler(folder: string) {
  let held = false;
  const pooler = createServer((socket) => {
    const behind = connect(join(folder, ".s.PGSQL.5432"));
    socket.on("data", (bytes) => held || behind.write(bytes));
    behind.on("data", (bytes) => socket.write(bytes));
    socket.on("close", () => behind.destroy());
    for (const end of [socket, behind]) end.on("error", () => undefined);
  });
  await once(pooler.listen(0, "127.0.0.1"), "listening");
  return {
    port: (pooler.address() as AddressInfo).port,
    hold() {
      held = true;
    },
    close: () => void pooler.close(),
  };
}

describe("a full disk", () => {
  /** A world in which PostgreSQL refuses to store a bubble, and the test of /readyz. */
  async function createFull() {
    const full = await createWorld();
    // PostgreSQL's own refusal, as it comes when a table cannot be extended.
    await full.context.pool.query(`
      create function refuse_for_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on bubble execute function refuse_for_room()`);
    // Only a superuser could make PostgreSQL refuse a temporary table.
    const room = vi.spyOn(full.context.database, "transaction").mockImplementation(() => {
      throw Object.assign(new Error("could not extend file: No space left on device"), { code: "53100" });
    });
    const free = async () => {
      room.mockRestore();
      await full.context.pool.query("drop trigger no_room on bubble");
    };
    return { full, free };
  }
  const saying = (answer: { statusCode: number; json(): unknown }) => [
    answer.statusCode,
    (answer.json() as { reason?: { code: string } }).reason?.code,
  ];

  test("a full disk is reported to the agent and by /readyz, which recovers by itself", async () => {
    const { full, free } = await createFull();
    const save = () => full.as("mira").post("/create-bubble", { name: "Hi", content: "Hello" });
    expect((await full.stranger.get("/readyz")).statusCode).toBe(200);
    expect(saying(await save())).toEqual([503, "database_disk_full"]);
    expect(saying(await full.stranger.get("/readyz"))).toEqual([503, "database_disk_full"]);
    expect((await full.stranger.get("/healthz")).statusCode).toBe(200);
    // Another process of the machine has made no write that was refused.
    expect((await world.stranger.get("/readyz")).statusCode).toBe(200);
    await free();
    expect((await full.stranger.get("/readyz")).statusCode).toBe(200);
    expect((await save()).statusCode).toBe(200);
    await full.close();
  });

  test("a worker's /readyz reports a full disk after its own work was refused, of one company or across them", async () => {
    const refuse = (db: Scope["db"]) =>
      sql.raw("do $$ begin raise exception 'No space' using errcode = 'disk_full'; end $$").execute(db);
    for (const work of [
      (full: World) => full.desk("harbour", ({ db }) => refuse(db)),
      (full: World) => acrossCompanies(full.context, refuse),
    ]) {
      const { full, free } = await createFull();
      const figures = await serveFigures(full.context, 0);
      const ask = async () => (await fetch(`${figures.address}/readyz`)).status;
      expect(await ask()).toBe(200);
      await expect(work(full)).rejects.toThrow("No space");
      expect(await ask()).toBe(503);
      await free();
      expect(await ask()).toBe(200);
      await figures.close();
      await full.close();
    }
  });
});

describe("metrics", () => {
  test.each([
    [{ remoteAddress: "10.0.0.5" }],
    [{ remoteAddress: "127.0.0.1", headers: { "x-forwarded-for": "203.0.113.9" } }],
    [{ remoteAddress: "127.0.0.1", headers: { forwarded: "for=203.0.113.9" } }],
  ])("metrics are hidden from other machines: %j", async (from) => {
    expect((await world.stranger.get("/metrics", from)).statusCode).toBe(404);
  });

  test("metrics are given by route, never by address; of database, sockets and jobs", async () => {
    await world.stranger.get("/auth/validate");
    await world.stranger.get("/nowhere/5d1b7c1e");
    const { statusCode, body } = await world.stranger.get("/metrics");
    expect(statusCode).toBe(200);
    expect(body).toMatch(
      /parley_http_duration_seconds_count\{method="GET",route="\/auth\/validate",status="200"\} 1/,
    );
    expect(body).not.toContain("5d1b7c1e");
    for (const name of ["database_connections", "database_waiting", "sockets", "jobs_due", "jobs_failed"]) {
      expect(body).toMatch(new RegExp(`^parley_${name} \\d+$`, "m"));
    }
    const build = `parley_build_info{version="${version}",node="${process.versions.node}"} 1\n`;
    expect(body).toContain(build);
  });
});

describe("slow calls", () => {
  const slowLines = (logged: string[]) => logged.filter((line) => line.includes("A call was slow"));

  test("slow calls are logged by route and duration, without their content", async () => {
    const impatient = await createWorld({ env: { SLOW_CALL_MS: "1" } });
    await impatient.as("mira").get("/search-ticket/5d1b7c1e/open");
    const [line = ""] = slowLines(impatient.logged);
    expect(JSON.parse(line)).toMatchObject({
      method: "GET",
      route: "/search-ticket/:keyword/:state",
      status: 200,
    });
    expect(JSON.parse(line).milliseconds).toBeGreaterThanOrEqual(1);
    expect(line).not.toContain("5d1b7c1e");
    await impatient.close();
  });

  test("slow calls are those of two seconds and more", async () => {
    await world.as("mira").get("/search-ticket/nobody/open");
    expect(slowLines(world.logged)).toEqual([]);
  });
});

test("refused access is logged by route and network", async () => {
  const careful = await createWorld({ env: { NODE_ENV: "production" } });
  await careful.as("mira").get("/admin/settings", { remoteAddress: "10.0.0.5" });
  const line = careful.logged.find((one) => one.includes("Access was refused")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ method: "GET", route: "/admin/settings", network: "10.0.0.5" });
  await careful.close();
});

test("metrics with a token require it, from anywhere", async () => {
  const guarded = await createWorld({ env: { METRICS_TOKEN: "a token of the tests" } });
  const ask = async (authorization: string) =>
    (await guarded.stranger.get("/metrics", { remoteAddress: "10.0.0.5", headers: { authorization } }))
      .statusCode;
  expect(await ask("Bearer a token of the tests")).toBe(200);
  for (const wrong of ["", "Bearer", "Bearer a token", "Basic a token of the tests"]) {
    expect(await ask(wrong)).toBe(404);
  }
  expect((await guarded.stranger.get("/metrics")).statusCode).toBe(404);
  await guarded.close();
});

test("calls are described to administrators alone", async () => {
  expect((await world.stranger.get("/openapi.json")).statusCode).toBe(401);
  expect((await world.as("mira").get("/openapi.json")).statusCode).toBe(403);
});

test("every call is described", async () => {
  const { paths } = (await world.as("ingrid").get("/openapi.json")).json();
  expect(paths["/auth/login"].post.requestBody.content["application/json"].schema.properties).toHaveProperty(
    "email",
  );
  expect(paths).not.toHaveProperty("/metrics");
});
