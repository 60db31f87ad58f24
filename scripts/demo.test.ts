/** The messages of the demo and the simulator when they cannot start. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { processIdentity } from "../server/src/floor/database/embedded/processes.ts";

const root = dirname(import.meta.dirname);

function start(program: string, env: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: "utf8",
    timeout: 30_000,
  });
  return { status, said: stderr };
}

test("the demo leaves the data of a running demo alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-demo-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "demo", "postgres"), { recursive: true });
  const holder = { pid: process.pid, identity: processIdentity(process.pid) };
  writeFileSync(join(folder, "demo", "parley.lock"), JSON.stringify(holder));
  const { status, said } = start("test/demo.ts", { DATA_DIR: folder });
  expect(said).toMatch(
    new RegExp(`^Parley is already running on this data folder \\(pid ${process.pid}\\): \\S+\n.+\n$`),
  );
  expect(status).toBe(1);
  expect(existsSync(join(folder, "demo", "postgres"))).toBe(true);
}, 40_000);

test("a taken port is reported with the setting's name", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void holder.close());
  await once(holder, "listening");
  const { port } = holder.address() as { port: number };
  const { status, said } = start("simulator/src/main.ts", { SIMULATOR_PORT: String(port) });
  expect(said).toBe(`Port ${port} is taken. Stop what listens there, or set SIMULATOR_PORT to another.\n`);
  expect(status).toBe(1);
}, 40_000);
