/** The embedded database is examined while Parley runs, is stopped, was killed or never ran. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appSecret, createDesk, type Desk } from "../../../../test/outside/desk.ts";
import { askParley } from "../../../../test/outside/parley.ts";
import type { Finding } from "./finding.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await createDesk({});
});
afterAll(() => desk.remove());

async function ask() {
  const env = { DATA_DIR: desk.dataDir, APP_SECRET: appSecret, PUBLIC_URL: desk.url };
  const { findings } = await askParley<{ findings: Finding[] }>(["doctor", "--json"], env);
  return Object.fromEntries(findings.map(({ about, what }) => [about, what]));
}

test("an examination before the first start creates nothing", async () => {
  expect(await ask()).toMatchObject({ Database: "there is none yet" });
  expect(readdirSync(desk.dataDir)).not.toContain("postgres");
});

test("a running, a killed and a stopped database are examined", { timeout: 120_000 }, async () => {
  await desk.start();
  expect(await ask()).toMatchObject({ Parley: "runs in 1 process", Address: "Parley answers there" });
  await desk.kill();
  expect(await ask()).toMatchObject({
    Database: expect.stringContaining("PostgreSQL 18"),
    Parley: "does not run",
  });
  await desk.start();
  await desk.stop();
  expect(await ask()).toMatchObject({ Parley: "does not run" });
  // The next start finds a database that was shut down in order.
  await desk.start();
  expect((await fetch(`${desk.url}/readyz`)).status).toBe(200);
});
