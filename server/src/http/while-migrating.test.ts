import pg from "pg";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { createDatabaseBefore } from "../../../test/old-database.ts";
import { freePort } from "../../../test/outside/desk.ts";
import { createPlace } from "../../../test/outside/place.ts";
import { loadConfig } from "../app/config.ts";
import { startParley } from "../app/start.ts";
import { version } from "../floor/config/version.ts";
import { createEarlyAnswers } from "./while-migrating.ts";

vi.setConfig({ testTimeout: 60_000 });

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end();
});

async function listen(percent: () => Promise<number>) {
  const port = await freePort();
  const early = createEarlyAnswers("127.0.0.1", port);
  await early.listen(percent);
  ends.push(() => early.close());
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const said = async (answer: Response) => [answer.status, await answer.json()];

test("a process that migrates is alive, and reports its progress", async () => {
  const ask = await listen(async () => 40);
  expect(await said(await ask("/healthz"))).toEqual([200, { status: "ok", version }]);
  const ready = await ask("/readyz");
  expect(ready.headers.get("retry-after")).toBe("10");
  expect(await said(ready)).toEqual([503, { status: "migrating, 40 %" }]);
});

test("every other call during a migration is refused for now, with a text", async () => {
  const ask = await listen(async () => 40);
  const calls: [string, RequestInit?][] = [
    ["/"],
    ["/metrics"],
    ["/webhooks/telegram/1", { method: "POST", body: "x".repeat(200_000) }],
  ];
  for (const [path, init] of calls) {
    expect(await said(await ask(path, init))).toMatchObject([503, { code: "not_ready" }]);
  }
  const page = await ask("/", { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([
    503,
    "Parley is being brought to a new version (migrating, 40 %). Please try again in a moment.\n",
  ]);
});

test("a database that does not answer leaves the progress out, and is asked once a second at most", async () => {
  const percent = vi.fn().mockRejectedValue(new Error("away"));
  const ask = await listen(percent);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/readyz").then(said)));
  expect(answers).toEqual(answers.map(() => [503, { status: "migrating" }]));
  expect(percent.mock.calls.length).toBeLessThan(5);
});

test("a process on an older database answers from the beginning, and is ready at the same address", async () => {
  const { start, ask, release } = await startOnOldDatabase();
  const starting = start();
  await vi.waitFor(async () => expect((await ask("/healthz")).status).toBe(200), { timeout: 20_000 });
  const [status, body] = await said(await ask("/readyz"));
  expect([status, body]).toEqual([503, { status: expect.stringMatching(/^migrating, \d+ %$/) }]);
  await release();
  const parley = await starting;
  expect(await said(await ask("/readyz"))).toEqual([200, { status: "ok" }]);
  await parley.stop();
});

test("a process that is stopped while it migrates ends at once, and the next one goes on", async () => {
  const { start, ask, release } = await startOnOldDatabase();
  const stopping = new AbortController();
  const starting = expect(start({ stopping: stopping.signal })).rejects.toThrow("the next start goes on");
  await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(503), { timeout: 20_000 });
  stopping.abort();
  await starting;
  await expect(ask("/healthz")).rejects.toThrow();
  await release();
  const parley = await start();
  expect((await ask("/readyz")).status).toBe(200);
  await parley.stop();
});

/** The upgrade waits until the release, at an index that is built concurrently. */
async function startOnOldDatabase() {
  const database = await createDatabaseBefore("011_channels.sql");
  ends.push(() => database.drop());
  const place = await createPlace();
  ends.push(() => place.remove());
  const backup = new pg.Client({ connectionString: database.url });
  await backup.connect();
  ends.push(() => backup.end());
  await backup.query("begin isolation level repeatable read; select from company");
  const port = await freePort();
  const env = { NODE_ENV: "test", DATABASE_URL: database.url, PORT: String(port), PARLEY_ROLE: "web" };
  const config = loadConfig({ ...place.env, ...env });
  const log = pino({ level: "silent" });
  return {
    start: (options: { stopping?: AbortSignal } = {}) => startParley(config, { log, ...options }),
    ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
    release: () => backup.end(),
  };
}
