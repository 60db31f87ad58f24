import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askHere, runHere } from "../../../../test/world/command-line.ts";
import { createWorld, type World } from "../../../../test/world.ts";

// Processes take long to start beside many others.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  const { config } = world.context;
  env = { DATABASE_URL: config.databaseUrl ?? "", DATA_DIR: config.dataDir, APP_SECRET: config.appSecret };
});
afterAll(() => world.close());

test("a company's storage limit is shown, set, removed and left to the server", async () => {
  const { id } = world.companies.harbour;
  const storage = (...args: string[]) => askHere(["company", "storage", "--company", id, ...args], env);
  const status = async (agent: "ingrid" | "freya") =>
    (await world.as(agent).get("/admin/company-status")).json().storage_limit;
  expect(await storage()).toEqual({ used_bytes: 0, limit_gb: 20 });
  expect(await storage("--limit", "50")).toEqual({ used_bytes: 0, limit_gb: 50 });
  expect([await status("ingrid"), await status("freya")]).toEqual([50 * 2 ** 30, 20 * 2 ** 30]);
  expect(await storage("--limit", "none")).toEqual({ used_bytes: 0, limit_gb: null });
  expect(await status("ingrid")).toBeNull();
  expect(await storage("--limit", "default")).toEqual({ used_bytes: 0, limit_gb: 20 });
});

test("a command names a company by its short name, too", async () => {
  const ended = (name: string) => runHere(["company", "storage", "--company", name, "--limit", "7"], env);
  expect(await ended("harbour-travel")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"limit_gb":7'),
  });
  expect(await ended("no-such-company")).toMatchObject({
    code: 1,
    stderr: "There is no company no-such-company.\n",
  });
  expect(await ended("no such")).toMatchObject({
    code: 1,
    stderr: "--company is neither an id nor a short name\n",
  });
  expect(
    await world.context.pool.query("select from company where max_storage_gb = 7 and company_id = $1", [
      world.companies.harbour.id,
    ]),
  ).toMatchObject({ rowCount: 1 });
});

test("an invalid number of gigabytes and an unknown company are refused", async () => {
  const { id } = world.companies.harbour;
  const ended = (...args: string[]) => runHere(["company", "storage", ...args], env);
  expect(await ended("--company", id, "--limit", "-1")).toMatchObject({
    code: 1,
    stderr: "--limit is a whole number of GB, none or default\n",
  });
  expect(await ended("--company", "00000000-0000-4000-8000-000000000000")).toMatchObject({
    code: 1,
    stdout: "",
  });
});
