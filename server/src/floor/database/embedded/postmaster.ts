/** Runs the server process once: start, output, end. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { commandOf, processIdentity } from "./processes.ts";
import { launch } from "./run.ts";

export type Endpoint = { socket: string } | { port: number };
export type Postmaster = {
  pid: number;
  /** Resolves with the reason, once the process is gone. */
  ended: Promise<string>;
};
export type Launch = {
  binaries: Binaries;
  account: Account | null;
  folder: string;
  endpoint: Endpoint;
  durable: boolean;
  log: Pick<Logger, "debug" | "warn" | "error">;
};

/**
 * Waits until it accepts connections, however long a recovery takes. Throws with its last output when it ends before.
 */
export async function startPostmaster(start: Launch): Promise<Postmaster> {
  const child = launch(start.binaries.postgres, serverArguments(start), start.account, {
    cwd: start.folder,
    stdio: ["ignore", "ignore", "pipe"],
    windowsHide: true,
  });
  const lines: string[] = [];
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ? `signal ${signal}` : `status ${code}`));
  });
  const ready = new Promise<void>((resolve) => {
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on("line", (line) => {
      logLine(start.log, line);
      lines.push(line);
      if (lines.length > 20) lines.shift();
      if (line.includes("database system is ready to accept connections")) resolve();
    });
  });
  const failure = await Promise.race([ready, ended]);
  if (failure !== undefined || child.pid === undefined) {
    throw new Error(`PostgreSQL did not start (${failure}):\n${lines.join("\n")}`);
  }
  return { pid: child.pid, ended };
}

function serverArguments({ folder, endpoint, durable }: Launch): string[] {
  const settings: Record<string, string | number> = {
    ...("socket" in endpoint
      ? { listen_addresses: "", unix_socket_directories: quoted(endpoint.socket), port: 5432 }
      : { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: endpoint.port }),
    unix_socket_permissions: "0700",
    // A restore replaces every object in one transaction, with a lock for each.
    max_locks_per_transaction: 256,
    logging_collector: "off",
    log_destination: "stderr",
    log_line_prefix: "",
    lc_messages: "C",
    // Statements and rows contain clients' messages: they stay out of every log.
    log_statement: "none",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_min_messages: "log",
    log_checkpoints: "off",
    // A connection's cached plan may be bad once its table has grown, and is made again when the table is analyzed. The
    // tests' server has hundreds of databases, which share that time.
    ...(durable
      ? { autovacuum_naptime: "10s" }
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return ["-D", folder, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

const quoted = (path: string) => `"${path.replaceAll('"', '""')}"`;

/** A connection ended by a stop is reported to its user; in this log it would only look like a fault. */
const endedByStop = "terminating connection due to administrator command";

function logLine(log: Launch["log"], line: string) {
  if (line.includes(endedByStop)) log.debug(`PostgreSQL: ${line}`);
  else if (line.startsWith("PANIC:")) log.error(`PostgreSQL: ${line}`);
  else if (line.startsWith("FATAL:") || line.startsWith("WARNING:")) log.warn(`PostgreSQL: ${line}`);
  else log.debug(`PostgreSQL: ${line}`);
}

/** The live server of a cluster, whichever process started it. */
export function findPostmaster(folder: string): { pid: number; endpoint: Endpoint; ready: boolean } | null {
  const path = join(folder, "postmaster.pid");
  if (!existsSync(path)) return null;
  // https://www.postgresql.org/docs/18/storage-file-layout.html: pid, data, start, port, socket folder, address,
  // memory, state.
  const [pid, , , port, socket, , , state] = readFileSync(path, "utf8").split("\n");
  const number = Number(pid);
  if (!isServerOf(folder, number)) return null;
  return {
    pid: number,
    endpoint: socket ? { socket } : { port: Number(port) },
    ready: state?.trim() === "ready",
  };
}

function isServerOf(folder: string, pid: number): boolean {
  if (process.platform === "win32") return processIdentity(pid) !== null;
  const command = commandOf(pid);
  return command !== null && processIdentity(pid) !== null && command.includes(` -D ${folder} `);
}

/**
 * Removes lock files of a dead server whose process id is reused by now, or belongs to a zombie that a container
 * without an init never reaps. PostgreSQL only sees that the id is in use and refuses to start.
 */
export function clearStaleLocks(folder: string, endpoint: Endpoint) {
  const locks = [join(folder, "postmaster.pid")];
  if ("socket" in endpoint) locks.push(join(endpoint.socket, ".s.PGSQL.5432.lock"));
  for (const path of locks.filter(existsSync)) {
    const pid = Number(readFileSync(path, "utf8").split("\n")[0]);
    if (commandOf(pid) !== null && !isServerOf(folder, pid)) rmSync(path);
  }
}

/** Fast shutdown, which ends open transactions and flushes; immediate when it takes too long. */
export async function stopPostmaster(pid: number, start: Pick<Launch, "binaries" | "folder" | "log">) {
  const identity = processIdentity(pid);
  if (identity === null) return;
  const gone = () => processIdentity(pid) !== identity;
  const steps = [
    { signal: "SIGINT", mode: "fast", within: 10_000 },
    { signal: "SIGQUIT", mode: "immediate", within: 5_000 },
    { signal: "SIGKILL", mode: "immediate", within: 5_000 },
  ] as const;
  for (const { signal, mode, within } of steps) {
    send(pid, signal, mode, start);
    for (let waited = 0; waited < within; waited += 20) {
      if (gone()) return;
      await wait(20);
    }
    start.log.warn({ pid }, `PostgreSQL did not stop within ${within / 1000} s of ${signal}`);
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop`);
}

/** Synchronous fast shutdown, for a process that is exiting. A slower server finishes on its own. */
export function stopPostmasterSync(pid: number, start: Pick<Launch, "binaries" | "folder">): void {
  const identity = processIdentity(pid);
  if (identity === null) return;
  send(pid, "SIGINT", "fast", start);
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < 5000 && processIdentity(pid) === identity; waited += 20) {
    Atomics.wait(pause, 0, 0, 20);
  }
}

function send(
  pid: number,
  signal: NodeJS.Signals,
  mode: string,
  { binaries, folder }: Pick<Launch, "binaries" | "folder">,
) {
  if (process.platform === "win32") {
    execFileSync(binaries.pgCtl, ["stop", "-D", folder, "-m", mode, "-W"], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
