import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecret } from "./app-secret.ts";
import { readEnvironment } from "./environment.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the secret is made once, for its owner only, and stays the same", () => {
  const dataDir = join(folder, "data");
  const secret = loadSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(statSync(join(dataDir, "app-secret")).mode & 0o777).toBe(0o600);
  expect(loadSecret(dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(["app-secret"]);
});

test("the environment wins over the .env file", () => {
  expect(readEnvironment(folder, { PORT: "1" })).toEqual({ PORT: "1" });
  writeFileSync(join(folder, ".env"), 'PORT=2\nMAIL_FROM="Desk <desk@example.com>"\n');
  expect(readEnvironment(folder, { PORT: "1" })).toEqual({ PORT: "1", MAIL_FROM: "Desk <desk@example.com>" });
});
