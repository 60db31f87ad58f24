/**
 * One PostgreSQL for the whole test run, with two templates that each test file's database is copied from: a migrated
 * one, and one in which the named people of the tests' world are planted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import type { TestProject } from "vitest/node";
import { type EmbeddedServer, startEmbedded } from "../server/src/floor/database/embedded.ts";
import { migrate } from "../server/src/floor/database/migrate.ts";
import { createPool } from "../server/src/floor/database/pool.ts";
import type { Database } from "../server/src/floor/database/schema.ts";
import { createSecrets } from "../server/src/floor/secrets/secrets.ts";
import { copyDatabase, type Templates } from "./database-copy.ts";
import { quiet } from "./log.ts";
import { createClock } from "./world/clock.ts";
import { appSecret, type People, plantPeople } from "./world/people.ts";

type Run = { server: EmbeddedServer; templates: Templates; people: People; dataDir: string };

// Each project loads this module anew, so the one server is kept where all of them see it.
const shared = globalThis as { parleyTestRun?: { users: number; run: Promise<Run> } };

export default async function setup(project: TestProject) {
  shared.parleyTestRun ??= { users: 0, run: start() };
  const mine = shared.parleyTestRun;
  mine.users++;
  const { templates, people } = await mine.run;
  project.provide("templates", templates);
  project.provide("people", people);
  return async () => {
    if (--mine.users > 0) return;
    const { server, dataDir } = await mine.run;
    await server.stop();
    rmSync(dataDir, { recursive: true });
  };
}

export async function start(): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-test-"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  const pool = createPool(server.url, { log: quiet });
  await migrate(pool);
  await pool.end();
  const world = new URL(server.url);
  world.pathname += "_world";
  await copyDatabase(server.url, world.pathname.slice(1));
  const people = await plantWorld(world.href);
  return { server, templates: { empty: server.url, world: world.href }, people, dataDir };
}

async function plantWorld(url: string): Promise<People> {
  const pool = createPool(url, { log: quiet });
  try {
    return await plantPeople({
      database: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }),
      clock: createClock().now,
      secrets: createSecrets(appSecret),
    });
  } finally {
    await pool.end();
  }
}
