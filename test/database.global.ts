/** One PostgreSQL for the whole test run, with a migrated template that each test file's database is copied from. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type EmbeddedServer, startEmbedded } from "../server/src/database/embedded.ts";
import { migrate } from "../server/src/database/migrate.ts";
import { createPool } from "../server/src/database/pool.ts";
import { quiet } from "./log.ts";

type Run = { server: EmbeddedServer; templateUrl: string; dataDir: string };

// Each project loads this module anew, so the one server is kept where all of them see it.
const shared = globalThis as { parleyTestRun?: { users: number; run: Promise<Run> } };

export default async function setup(project: TestProject) {
  shared.parleyTestRun ??= { users: 0, run: start() };
  const mine = shared.parleyTestRun;
  mine.users++;
  project.provide("templateUrl", (await mine.run).templateUrl);
  return async () => {
    if (--mine.users > 0) return;
    const { server, dataDir } = await mine.run;
    await server.stop();
    rmSync(dataDir, { recursive: true });
  };
}

async function start(): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-test-"));
  const server = await startEmbedded({ dataDir, log: quiet, durable: false });
  const pool = createPool(server.url, { log: quiet });
  await migrate(pool);
  await pool.end();
  return { server, templateUrl: server.url, dataDir };
}
