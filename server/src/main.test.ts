import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

/** Root may write everywhere but below /sys. */
function readOnlyFolder(): string {
  if (process.getuid?.() === 0) return "/sys/parley";
  const folder = mkdtempSync(join(tmpdir(), "parley-read-only-"));
  chmodSync(folder, 0o500);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.skipIf(process.platform === "win32")(
  "a data folder that cannot be written to ends in one sentence",
  () => {
    const folder = readOnlyFolder();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, "main.ts")],
      // The process gets nothing of this environment, and no .env of the folder it starts in.
      { cwd: tmpdir(), env: { PATH: process.env.PATH, DATA_DIR: folder }, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^Parley cannot write to \S+ \(E[A-Z]+\)\. Let its account write there, or set DATA_DIR to another folder\.\n$/,
    );
    expect(stderr).toContain(folder);
  },
);
