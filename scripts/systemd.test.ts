/** The unit of `deploy/systemd`. `stop.test.ts` shows how Parley stops by the signals that systemd sends. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const unit = readFileSync(join(import.meta.dirname, "../deploy/systemd/parley.service"), "utf8");
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

test("systemd keeps PostgreSQL during the drain and gives the drain its ten seconds", () => {
  expect(settingOf("KillMode")).toBe("mixed");
  expect(Number(settingOf("TimeoutStopSec"))).toBeGreaterThanOrEqual(20);
});

test("the service writes only where it may", () => {
  expect(settingOf("ProtectSystem")).toBe("strict");
  expect(unit).toContain(`\nEnvironment=DATA_DIR=/var/lib/${settingOf("StateDirectory")}\n`);
  expect(unit).toContain(`\nEnvironment=NODE_COMPILE_CACHE=/var/cache/${settingOf("CacheDirectory")}\n`);
});

test.runIf(spawnSync("systemd-analyze", ["--version"]).status === 0)(
  "systemd-analyze finds nothing to say of the unit",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-unit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // systemd-analyze looks for the program, which is not installed here.
    const program = join(folder, "parley");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    const path = join(folder, "parley.service");
    writeFileSync(path, unit.replace("ExecStart=/opt/parley/parley", `ExecStart=${program}`));
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path], {
      encoding: "utf8",
    });
    expect(stdout + stderr).toBe("");
    expect(status).toBe(0);
  },
);
