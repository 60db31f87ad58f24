import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMemoryFolder } from "./run/memory.mjs";

const plenty = 64 * 2 ** 30;
const shared = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

test("a machine with little memory gets no folder in it", () => {
  expect(openMemoryFolder({ free: 2 ** 30 })).toBeNull();
});

test("a place that is missing gets no folder", () => {
  expect(openMemoryFolder({ at: join(tmpdir(), "nowhere"), free: plenty })).toBeNull();
});

test("a folder in memory can be entered by other accounts, goes with its run, and takes those of killed runs along", () => {
  const { pid } = spawnSync("true");
  const abandoned = join(shared, `parley-tests-${pid}`);
  mkdirSync(abandoned);
  const opened = openMemoryFolder({ at: shared, free: plenty });
  expect(existsSync(abandoned)).toBe(opened === null);
  if (opened) {
    expect(statSync(opened.path).mode & 0o777).toBe(0o711);
    opened.close();
    expect(existsSync(opened.path)).toBe(false);
  }
  rmSync(abandoned, { recursive: true, force: true });
});
