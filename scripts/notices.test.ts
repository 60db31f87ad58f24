import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packagesToRun } from "./release/packages.ts";

const root = join(import.meta.dirname, "..");
const notices = readFileSync(join(root, "THIRD_PARTY_NOTICES.txt"), "utf8");

test("each package of the archive is named with its version", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const missing = packagesToRun(lock, ["contract", "server"])
    .filter((path) => !lock[path].link)
    .map((path) => `${path.replace(/^.*node_modules\//, "")} ${lock[path].version} (`)
    .filter((title) => !notices.includes(title));
  expect(missing).toEqual([]);
});

test.each([
  ["PostgreSQL", "PostgreSQL Database Management System"],
  ["OpenSSL", "This product includes software developed by the OpenSSL Project"],
  ["libvips", "GNU LESSER GENERAL PUBLIC LICENSE"],
  ["the console's pages", "\nreact 1"],
  ["the widget", "\npreact 1"],
])("the notices have the terms of %s", (_what, words) => {
  expect(notices).toContain(words);
});

test("the notices are stale when a version has changed", () => {
  const copy = mkdtempSync(join(tmpdir(), "parley-notices-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const read = ["package.json", "package-lock.json", "THIRD_PARTY_NOTICES.txt", "console/src", "widget/src"];
  for (const path of [...read, "scripts/notices", "scripts/notices.ts", "scripts/release"])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  const check = () =>
    spawnSync(process.execPath, [join(copy, "scripts/notices.ts"), "--check"], { encoding: "utf8" });
  expect(check()).toMatchObject({ status: 0, stderr: "" });
  const lock = JSON.parse(readFileSync(join(copy, "package-lock.json"), "utf8"));
  lock.packages["node_modules/pg"].version = "0.0.1";
  writeFileSync(join(copy, "package-lock.json"), JSON.stringify(lock));
  expect(check()).toMatchObject({ status: 1, stderr: expect.stringContaining("npm run notices") });
}, 60_000);
