import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startEmbedded } from "../embedded.ts";

// A cluster is made and started more than once.
vi.setConfig({ testTimeout: 60_000 });

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const idOf = (name: string) => {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
};
const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const system = isRoot ? idOf("postgres") : null;

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-account-"));
  chmodSync(folder, 0o755);
  dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startEmbedded({ dataDir, log, durable: false });
async function ask(url: string, sql: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** All owners of files below a folder. */
function ownersOf(path: string): number[] {
  const found = lstatSync(path);
  const below = found.isDirectory() ? readdirSync(path).flatMap((name) => ownersOf(join(path, name))) : [];
  return [...new Set([found.uid, ...below])];
}

describe.runIf(isRoot)("as root", () => {
  test("the server runs under an account that nothing else uses", async () => {
    const server = await start();
    const { uid } = statSync(`/proc/${server.pid}`);
    expect(uid).toBe(idOf("parley-postgres")?.uid);
    expect([0, 65534, system?.uid]).not.toContain(uid);
    await server.stop();
  });
});

describe.runIf(system)("a database of the system's postgres", () => {
  const { uid = 0, gid = 0 } = system ?? {};

  test.each([
    ["closed to all but its group", 0o710],
    ["open to all", 0o755],
  ])("a cluster in a folder %s moves to the new account, with all its files", async (_what, mode) => {
    chownSync(dataDir, uid, gid);
    const before = await start();
    expect(statSync(`/proc/${before.pid}`).uid).toBe(uid);
    await ask(before.url, "create table note as select 'kept' as text");
    await before.stop();
    // The files are as an earlier version left them.
    chownSync(dataDir, 0, gid);
    chmodSync(dataDir, mode);
    const after = await start();
    const own = idOf("parley-postgres");
    expect(statSync(`/proc/${after.pid}`).uid).toBe(own?.uid);
    expect(ownersOf(join(dataDir, "postgres"))).toEqual([own?.uid]);
    expect(await ask(after.url, "select text from note")).toEqual([{ text: "kept" }]);
    await after.stop();
    // A start that was killed in the middle leaves the folder itself to the previous owner.
    chownSync(join(dataDir, "postgres"), uid, gid);
    chownSync(join(dataDir, "postgres", "PG_VERSION"), uid, gid);
    const again = await start();
    expect(ownersOf(join(dataDir, "postgres"))).toEqual([own?.uid]);
    await again.stop();
  });

  test("a cluster stays where the other account could not enter", async () => {
    chownSync(dataDir, uid, gid);
    await (await start()).stop();
    const server = await start();
    expect(statSync(`/proc/${server.pid}`).uid).toBe(uid);
    await server.stop();
  });
});
