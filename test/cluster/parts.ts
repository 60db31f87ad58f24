/**
 * The parts of the field on their own ports, in folders that are removed: PostgreSQL, pgBouncer, Redis, nginx, HAProxy.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { serverAccount } from "../../server/src/floor/database/embedded/account.ts";
import { quiet } from "../log.ts";
import { freePort } from "../outside/desk.ts";
import { documented, nginxConfig } from "./page.ts";
import type { Programs } from "./programs.ts";

/** A program and the processes that it starts. `signal` reaches all of them, STOP and CONT too. */
export type Part = {
  url: string;
  port: number;
  pid(): number;
  signal(name: NodeJS.Signals): void;
  start(): Promise<void>;
  /** Sends kill -9. */
  kill(): Promise<void>;
};

/** PostgreSQL's immediate shutdown, which waits for no session and removes its shared memory. */
const immediately = "SIGQUIT";

const patience = 20_000;
/** Milliseconds in which a program must end in order. */
const endsWithin = 5_000;
const lastLines = 4_000;

/**
 * An empty database "parley" whose owner may create roles, with PostgreSQL's default of 100 connections. `settings` are
 * PostgreSQL's.
 */
export async function startPostgres(programs: Programs, settings: string[] = ["fsync=off"]): Promise<Part> {
  const folder = ownFolder("postgres");
  const data = join(folder, "data");
  const made = spawnSync(
    programs.initdb,
    ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C"],
    { ...account(), cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stderr}`);
  const part = await startPart(
    folder,
    (port) => [
      ...[programs.postgres, "-D", data, "-p", String(port), "-k", folder],
      ...["listen_addresses=127.0.0.1", ...settings].flatMap((setting) => ["-c", setting]),
    ],
    immediately,
  );
  const root = `postgresql://postgres@127.0.0.1:${part.port}/postgres`;
  await until(async () => {
    const client = new pg.Client({ connectionString: root });
    try {
      await client.connect();
      await client.query("create role parley login createrole");
      await client.query("create database parley owner parley");
      return true;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  }, "PostgreSQL");
  return { ...part, url: urlOf(part) };
}

/** A copy of this server that follows it, and that each commit waits for. */
export async function startStandby(
  programs: Programs,
  primary: Part,
): Promise<Part & { promote(): Promise<void> }> {
  const folder = ownFolder("standby");
  const data = join(folder, "data");
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  const copied = spawnSync(
    programs.basebackup,
    ["--pgdata", data, "--write-recovery-conf", "--checkpoint", "fast", "--dbname", source],
    { ...account(), cwd: folder, encoding: "utf8" },
  );
  if (copied.status !== 0) throw new Error(`pg_basebackup failed:\n${copied.stderr}`);
  const part = await startPart(
    folder,
    (port) => [
      ...[programs.postgres, "-D", data, "-p", String(port), "-k", folder],
      ...["-c", "listen_addresses=127.0.0.1"],
    ],
    immediately,
  );
  await until(
    () => askRoot(primary, "select from pg_stat_replication where state = 'streaming'"),
    "the standby",
  );
  for (const setting of documented("synchronous_commit").trim().split("\n"))
    await askRoot(primary, `alter system set ${setting}`);
  await askRoot(primary, "select pg_reload_conf()");
  await until(
    () => askRoot(primary, "select from pg_stat_replication where sync_state = 'sync'"),
    "the standby",
  );
  return {
    ...part,
    url: urlOf(part),
    promote: async () => void (await askRoot(part, "select pg_promote()")),
  };
}

/** True if it answers with a row. */
async function askRoot({ port }: Pick<Part, "port">, query: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    return ((await client.query(query)).rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

const urlOf = ({ port }: Pick<Part, "port">) => `postgresql://parley@127.0.0.1:${port}/parley`;

/** One address for two servers: the second takes connections when the first does not answer. */
export async function startHaproxy(programs: Programs, primary: Part, standby: Part): Promise<Part> {
  const folder = ownFolder("haproxy");
  const part = await startPart(folder, (port) => {
    const config = documented("listen postgresql")
      .replace("127.0.0.1:5432", `127.0.0.1:${port}`)
      .replace("10.0.0.1:5432", `127.0.0.1:${primary.port}`)
      .replace("10.0.0.2:5432", `127.0.0.1:${standby.port}`);
    writeFileSync(join(folder, "haproxy.cfg"), config);
    return [programs.haproxy, "-db", "-f", join(folder, "haproxy.cfg")];
  });
  return { ...part, url: urlOf(part) };
}

/** The configuration of `docs/nginx.conf` on other ports, which replace the page's. */
export async function startNginx(programs: Programs, ports: Map<string, number>): Promise<Part> {
  const folder = ownFolder("nginx");
  const part = await startPart(folder, (port) => {
    let site = nginxConfig().replace("listen 80;", `listen 127.0.0.1:${port};`);
    for (const [documentedPort, here] of ports) site = site.replaceAll(`:${documentedPort} `, `:${here} `);
    writeFileSync(join(folder, "parley.conf"), site);
    const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const config = [
      ...["daemon off;", `pid ${folder}/pid;`, "error_log stderr;", "events { worker_connections 4096; }"],
      ...["http {", "access_log off;", ...kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`)],
      ...["include parley.conf;", "}"],
    ];
    writeFileSync(join(folder, "nginx.conf"), `${config.join("\n")}\n`);
    return [programs.nginx, "-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")];
  });
  return { ...part, url: `http://127.0.0.1:${part.port}` };
}

/** Runs in transaction mode: each transaction may get another session. */
export async function startPooler(programs: Programs, postgres: Part): Promise<Part> {
  const folder = ownFolder("pgbouncer");
  writeFileSync(join(folder, "users.txt"), '"parley" ""\n');
  const part = await startPart(folder, (port) => {
    const config = [
      ...["[databases]", `parley = host=127.0.0.1 port=${postgres.port} dbname=parley user=parley`],
      ...["[pgbouncer]", "listen_addr = 127.0.0.1", `listen_port = ${port}`, `unix_socket_dir = ${folder}`],
      ...["auth_type = any", `auth_file = ${folder}/users.txt`, documented("pool_mode")],
    ];
    writeFileSync(join(folder, "pgbouncer.ini"), `${config.join("\n")}\n`);
    return [programs.pgbouncer, join(folder, "pgbouncer.ini")];
  });
  return { ...part, url: `postgresql://parley@127.0.0.1:${part.port}/parley` };
}

/** Runs without persistence: a kill forgets everything. */
export async function startRedisServer(programs: Programs): Promise<Part> {
  const folder = ownFolder("redis");
  const part = await startPart(folder, (port) => {
    const config = [documented("maxmemory"), "bind 127.0.0.1", `port ${port}`, `dir ${folder}`];
    writeFileSync(join(folder, "redis.conf"), `${config.join("\n")}\n`);
    return [programs.redis, join(folder, "redis.conf")];
  });
  return { ...part, url: `redis://127.0.0.1:${part.port}` };
}

/** `endSignal` ends the program at once and in order. */
async function startPart(
  folder: string,
  command: (port: number) => string[],
  endSignal: NodeJS.Signals = "SIGTERM",
): Promise<Part> {
  const port = await freePort();
  const [program = "", ...args] = command(port);
  let child: ChildProcess | undefined;
  let said = "";
  const part: Part = {
    url: "",
    port,
    pid: () => child?.pid ?? 0,
    signal(name) {
      if (isRunning(child)) process.kill(-child.pid, name);
    },
    async start() {
      const started = spawn(program, args, {
        ...account(),
        cwd: folder,
        stdio: ["ignore", "pipe", "pipe"],
        // The part has its own process group: nginx's workers outlive a master that is killed alone.
        detached: true,
      });
      child = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream.on("data", (text) => {
          said = (said + text).slice(-lastLines);
        });
      }
      await until(() => {
        if (started.exitCode !== null) throw new Error(`${program} ended:\n${said}`);
        return answers(port);
      }, program);
    },
    async kill() {
      if (!isRunning(child)) return;
      const ended = once(child, "exit");
      part.signal("SIGKILL");
      await ended;
    },
  };
  stops.push(async () => {
    if (!isRunning(child)) return;
    const ended = once(child, "exit");
    part.signal("SIGCONT");
    child.kill(endSignal);
    const late = await Promise.race([ended, wait(endsWithin, "late", { ref: false })]);
    if (late === "late") await part.kill();
  });
  await part.start();
  return part;
}

const stops: (() => Promise<void>)[] = [];
const folders: string[] = [];

const isRunning = (child: ChildProcess | undefined): child is ChildProcess & { pid: number } =>
  child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

/**
 * Ends the parts, the last first, and removes their folders. Returns the processes that did not end with their part,
 * and kills them.
 */
export async function removeParts(): Promise<string[]> {
  for (const stop of stops.splice(0).reverse()) await stop();
  let left = processesIn(folders);
  // PostgreSQL's sessions end by themselves, a moment after a killed postmaster.
  for (const startedAt = Date.now(); left.length > 0 && Date.now() - startedAt < endsWithin; await wait(50))
    left = processesIn(folders);
  for (const { pid } of left) process.kill(pid, "SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  return left.map(({ pid, command }) => `${pid} ${command}`);
}

/** Finds the processes of a part by their working folder. */
function processesIn(places: string[]): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const place = readlinkSync(`/proc/${name}/cwd`);
      if (!places.some((folder) => place.startsWith(folder))) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return [{ pid: Number(name), command }];
    } catch (error) {
      // The process has ended, or belongs to another account.
      if (["ENOENT", "ESRCH", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
      throw error;
    }
  });
}

/** The account of the parts: none runs as root. */
function account(): { uid?: number; gid?: number } {
  const found = serverAccount(null, quiet);
  return found ? { uid: found.uid, gid: found.gid } : {};
}

/** A folder that several processes mount; removed with the parts. */
export function sharedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `parley-cluster-${name}-`));
  folders.push(folder);
  return folder;
}

function ownFolder(name: string): string {
  const folder = sharedFolder(name);
  const { uid, gid } = account();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  return folder;
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const startedAt = Date.now(); !(await isSo()); await wait(50)) {
    if (Date.now() - startedAt > patience) throw new Error(`${what} does not answer`);
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
