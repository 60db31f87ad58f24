import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askHere, runHere } from "../../../../test/world/command-line.ts";
import { createWorld, type World } from "../../../../test/world.ts";

// Processes take long to start where many others do.
vi.setConfig({ testTimeout: 60_000 });

let world: World;
let env: Record<string, string>;
beforeAll(async () => {
  world = await createWorld();
  const { config } = world.context;
  env = { DATABASE_URL: config.databaseUrl ?? "", DATA_DIR: config.dataDir, APP_SECRET: config.appSecret };
});
afterAll(() => world.close());

test("a company's room is shown, set, taken away and left to the server", async () => {
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
