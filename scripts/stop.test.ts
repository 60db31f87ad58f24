/** `npm start` stops in order by every signal: real processes on an embedded database. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { folderHolder } from "../server/src/floor/database/embedded/folder-lock.ts";
import { processIdentity } from "../server/src/floor/database/embedded/processes.ts";
import { connectRunning } from "../server/src/floor/database/embedded.ts";

const root = dirname(import.meta.dirname);
const through = {
  npm: ["npm", ["start"]],
  // npm's shell runs it like this; npm itself would add a second.
  shell: ["sh", ["-c", "node scripts/run.mjs start; exit $?"]],
} as const;

let folder: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-stop-"));
  // Started as root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(folder, 0o755);
  // vitest adds variables that a production process does not have.
  const { NODE_OPTIONS, NODE_ENV, npm_lifecycle_event, ...rest } = process.env;
  env = {
    ...rest,
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    DATABASE_URL: "",
    npm_lifecycle_event: "start",
  };
  execFileSync("node", ["scripts/run.mjs", "build"], { cwd: root, env, stdio: "ignore" });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A running Parley: the started process, the server process that holds the folder, its PostgreSQL, and all between. */
async function start(way: keyof typeof through) {
  const [program, args] = through[way];
  // The process has its own session, as a service has: a signal to its group must not reach this test.
  const started = spawn(program, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (text) => {
      said += text;
    });
  }
  const ended = once(started, "close").then(() => undefined);
  onTestFinished(() => {
    for (const pid of [started.pid, folderHolder(join(folder, "data"))]) {
      if (pid && processIdentity(pid)) process.kill(pid, "SIGKILL");
    }
  });
  await vi.waitFor(() => expect(said).toContain("Parley is ready"), { timeout: 40_000, interval: 50 });
  const server = JSON.parse(readFileSync(lock(), "utf8")).pid as number;
  const database = Number(
    readFileSync(join(folder, "data", "postgres", "postmaster.pid"), "utf8").split("\n")[0],
  );
  return { started, server, database, run: parentOf(server), ended, said: () => said };
}

const lock = () => join(folder, "data", "parley.lock");
const parentOf = (pid: number) =>
  Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
const childrenOf = (pid: number) =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
const living = (pids: number[]) => pids.filter((pid) => processIdentity(pid) !== null);

type Running = Awaited<ReturnType<typeof start>>;

async function expectStopped({ server, database, run, ended, said }: Running) {
  await vi.waitFor(() => expect(living([server, database, run])).toEqual([]), {
    timeout: 10_000,
    interval: 20,
  });
  expect(existsSync(lock())).toBe(false);
  // The last lines may still be in the pipe.
  await ended;
  expect(said()).toContain("Parley has stopped");
}

const send = (pid: number | undefined, signal: NodeJS.Signals) => process.kill(pid as number, signal);
/** Some of PostgreSQL's processes end by themselves meanwhile. */
function sendIfLiving(pid: number, signal: NodeJS.Signals) {
  try {
    send(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
const targets = {
  npm: ({ started }: Running) => started.pid as number,
  "the process group": ({ started }: Running) => -(started.pid as number),
  "the child": ({ server }: Running) => server,
};
/**
 * Every signal goes to every process once and twice. TERM to the server itself, once, is tested in "with a log that
 * cannot be written".
 */
const cases: ["SIGTERM" | "SIGINT", keyof typeof targets, 1 | 2][] = [
  ["SIGTERM", "npm", 1],
  ["SIGTERM", "the process group", 2],
  ["SIGINT", "npm", 2],
  ["SIGINT", "the process group", 1],
  ["SIGINT", "the child", 2],
];

test.each(cases)(
  "%s to %s, %i time(s), stops Parley in order with status 0",
  async (signal, target, times) => {
    const running = await start("npm");
    const pid = targets[target](running);
    send(pid, signal);
    if (times === 2) send(pid, signal);
    await expectStopped(running);
    expect(exitOf(running.started)).toEqual([0, null]);
  },
  60_000,
);

test.each([
  ["npm is killed", "npm", ({ started }: Running) => started.pid],
  ["the script is killed", "npm", ({ run }: Running) => run],
  ["the shell between is ended by its TERM", "shell", ({ started }: Running) => started.pid],
] as const)(
  "%s to one process stops the rest in order",
  async (_what, way, victim) => {
    const running = await start(way);
    send(victim(running), way === "shell" ? "SIGTERM" : "SIGKILL");
    await expectStopped(running);
  },
  60_000,
);

test("TERM to every process, PostgreSQL's too, as systemd sends it, stops the service in order", async () => {
  const running = await start("npm");
  const all = [running.started.pid as number, running.run, running.server, running.database];
  for (const pid of [...all, ...childrenOf(running.database)]) sendIfLiving(pid, "SIGTERM");
  await expectStopped(running);
  expect(exitOf(running.started)).toEqual([0, null]);
}, 60_000);

test.runIf(existsSync("/dev/full"))(
  "a stop with a log that cannot be written is in order, with status 0",
  async () => {
    const full = openSync("/dev/full", "w");
    const server = spawn(process.execPath, ["server/src/main.ts"], {
      cwd: root,
      env,
      stdio: ["ignore", full, "inherit"],
    });
    closeSync(full);
    onTestFinished(() => void server.kill("SIGKILL"));
    await vi.waitFor(() => expect(connectRunning(join(folder, "data"))).not.toBeNull(), { timeout: 40_000 });
    server.kill("SIGTERM");
    await once(server, "exit");
    expect(exitOf(server)).toEqual([0, null]);
    expect(existsSync(lock())).toBe(false);
  },
  60_000,
);

test("TERM to npm while the demo's world is made stops it with status 0", async () => {
  const data = join(folder, "data", "demo");
  const demo = spawn("npm", ["run", "demo"], {
    cwd: root,
    env: { ...env, SIMULATOR_PORT: "0", SHOP_PORT: "0" },
    stdio: "ignore",
  });
  onTestFinished(() => void demo.kill("SIGTERM"));
  await vi.waitFor(() => expect(connectRunning(data)).not.toBeNull(), { timeout: 50_000 });
  demo.kill("SIGTERM");
  await once(demo, "exit");
  expect(exitOf(demo)).toEqual([0, null]);
  expect(connectRunning(data)).toBeNull();
  expect(existsSync(join(data, "parley.lock"))).toBe(false);
}, 60_000);

const exitOf = ({ exitCode, signalCode }: ChildProcess) => [exitCode, signalCode];
