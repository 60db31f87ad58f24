/**
 * Parley as a separate process, which a test may kill: on a data folder that outlives it, with a simulated Telegram.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { connectRunning } from "../../server/src/floor/database/embedded.ts";
import { processEnvironment } from "./environment.ts";

export const appSecret = "the secret of a desk that is killed for testing";

export type Desk = {
  url: string;
  dataDir: string;
  readonly pid: number;
  /** Resolves when it reports that it is ready. */
  start(): Promise<void>;
  /** Sends kill -9. */
  kill(): Promise<void>;
  /** Sends SIGTERM: returns the exit code, and the duration. */
  stop(): Promise<{ code: number | null; milliseconds: number }>;
  databaseUrl(): string;
  /** Queries the database without the app; retries while it is unavailable. */
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** The end of its log. */
  log(): string;
  /** Ends it and leaves nothing behind. */
  remove(): Promise<void>;
};

/** The file that `npm start` runs. */
const main = join(import.meta.dirname, "../../server/dist/main.js");
/** Milliseconds. Four that start at once on two busy cores take half a minute. */
const timeout = 90_000;

type Options = {
  /** Gets the whole log; without it only the end is kept, in memory. */
  logFile?: string;
  port?: number;
  /** The desk of another built server than this version's. */
  program?: string;
  /** Milliseconds in which it has to be ready. */
  patience?: number;
};

export async function createDesk(
  env: Record<string, string>,
  { logFile, port: wanted, program = main, patience = timeout }: Options = {},
): Promise<Desk> {
  const dataDir = mkdtempSync(join(tmpdir(), "parley-desk-"));
  const port = wanted ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = "";
  // A test asks for the state again and again: to open a session takes longer than most queries.
  let sessions: pg.Pool | undefined;

  const alive = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    const startedAt = performance.now();
    const ending = child && alive() ? once(child, "exit") : undefined;
    child?.kill(signal);
    await ending;
    return { code: child?.exitCode ?? null, milliseconds: performance.now() - startedAt };
  };
  function sessionsAt(connectionString: string): pg.Pool {
    if (sessions?.options.connectionString === connectionString) return sessions;
    sessions?.end().catch(() => undefined);
    sessions = new pg.Pool({ connectionString, connectionTimeoutMillis: 2000, max: 2 });
    // A server that stops tells the query under way; an idle session has none to tell.
    sessions.on("error", () => undefined);
    return sessions;
  }
  const desk: Desk = {
    url,
    dataDir,
    get pid() {
      return child?.pid ?? 0;
    },
    async start() {
      const file = logFile === undefined ? undefined : openSync(logFile, "a");
      const started = spawn(process.execPath, [program], {
        stdio: ["ignore", file ?? "pipe", file ?? "pipe"],
        env: {
          ...processEnvironment(),
          DATA_DIR: dataDir,
          PORT: String(port),
          PUBLIC_URL: url,
          APP_SECRET: appSecret,
          // A simulated provider accepts a load that a real one would not.
          SEND_PACING: "0",
          // A worker without the API reports its readiness there.
          ...(env.PARLEY_ROLE === "worker" && { METRICS_PORT: String(port) }),
          ...env,
        },
      });
      child = started;
      if (file !== undefined) closeSync(file);
      for (const stream of [started.stdout, started.stderr]) {
        stream?.setEncoding("utf8").on("data", (text: string) => {
          output = (output + text).slice(-20_000);
        });
      }
      for (const startedAt = Date.now(); !(await isReady(url)); await wait(20)) {
        if (!alive()) throw new Error(`The desk ended before it was ready:\n${output}`);
        if (Date.now() - startedAt <= patience) continue;
        await end("SIGKILL");
        throw new Error(`The desk does not get ready:\n${output}`);
      }
    },
    async kill() {
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
    databaseUrl() {
      const running = env.DATABASE_URL ?? connectRunning(dataDir);
      if (!running) throw new Error("The desk's database does not run");
      return running;
    },
    async query<Row>(sql: string, values: unknown[] = []) {
      for (const startedAt = Date.now(); ; await wait(50)) {
        try {
          return (await sessionsAt(desk.databaseUrl()).query(sql, values)).rows as Row[];
        } catch (error) {
          if (Date.now() - startedAt > timeout) throw error;
        }
      }
    },
    log: () => output,
    async remove() {
      await sessions?.end();
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
      desks.delete(desk);
    },
  };
  desks.add(desk);
  return desk;
}

const desks = new Set<Desk>();

/** Ends every desk of this process: remains of a run that broke off. */
export async function removeDesks(): Promise<void> {
  await Promise.all([...desks].map((desk) => desk.remove()));
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok;
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === "TimeoutError") return false;
    throw error;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
