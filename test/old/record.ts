/**
 * `node test/old/record.ts 09f52785`: records the statements of a commit during a day, with that commit's own program and schema, from
 * this repository's history. `TEAMS=1 node test/old/record.ts a09aa5fbb`: the same with lists, a note and a snooze.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const commit = process.argv[2];
if (!commit) throw new Error("Name a commit");
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "parley-old-"));
try {
  mkdirSync(join(folder, "node_modules/@parley"), { recursive: true });
  const files = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["--extract", "--directory", folder], { input: files });
  const modules = join(root, "node_modules");
  for (const name of readdirSync(modules))
    if (name !== "@parley") symlinkSync(join(modules, name), join(folder, "node_modules", name));
  for (const name of readdirSync(join(modules, "@parley")))
    symlinkSync(join(folder, name), join(folder, "node_modules/@parley", name));
  mkdirSync(join(folder, "test/old"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "day.ts"), join(folder, "test/old/day.test.ts"));
  copyFileSync(join(import.meta.dirname, "recorded.ts"), join(folder, "test/old/recorded.ts"));
  execFileSync(process.execPath, [join(modules, "vitest/vitest.mjs"), "run", "test/old/day.test.ts"], {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, RECORDING: join(import.meta.dirname, `${commit}-day.jsonl`) },
  });
} finally {
  rmSync(folder, { recursive: true });
}
