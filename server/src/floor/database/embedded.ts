/**
 * The embedded PostgreSQL: started, supervised and stopped by the app, its data below the data folder. It listens on a
 * unix socket in a folder closed to others (on Windows on a loopback port, with a password).
 * `docs/decisions/010-database-and-backup.md` describes its folder and account.
 */
import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import { serverAccount } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { carryOver } from "./embedded/carry-over.ts";
import { checkVersion, clusterPassword, makeCluster } from "./embedded/cluster.ts";
import { folderHolder, lockFolder } from "./embedded/folder-lock.ts";
import {
  clusterFolder,
  fallbackFolder,
  grantAccess,
  newClusterFolder,
  socketFolder,
} from "./embedded/place.ts";
import {
  clearStaleLocks,
  type Endpoint,
  findPostmaster,
  type Launch,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
  stopPostmasterSync,
} from "./embedded/postmaster.ts";
import { supervise } from "./embedded/supervise.ts";

export { AlreadyRunningError } from "./embedded/folder-lock.ts";

export type EmbeddedOptions = {
  dataDir: string;
  log: Pick<Logger, "debug" | "info" | "warn" | "error">;
  /** False trades safety for speed: for tests. */
  durable?: boolean;
};

export type EmbeddedServer = {
  url: string;
  /** The same address: there is no pooler between. */
  directUrl: string;
  /** The server's process id, which changes with a restart. */
  readonly pid: number;
  stop(): Promise<void>;
};

/** Throws AlreadyRunningError while another process runs on the folder. */
export async function startEmbedded({
  dataDir,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dataDir);
  const unlock = lockFolder(home);
  let launched: Launch | null = null;
  // An app that exits without a stop takes its server along; after kill -9 the next start does.
  const atExit = () => {
    const running = launched && findPostmaster(launched.folder);
    if (launched && running) stopPostmasterSync(running.pid, launched);
    unlock();
  };
  process.once("exit", atExit);
  try {
    const launch = await prepare(home, log, durable);
    const stopOne = (pid: number) => stopPostmaster(pid, launch);
    launched = launch;
    const server = await supervise(() => start(launch), stopOne, log);
    const url = urlOf(launch.endpoint, launch.folder);
    return {
      url,
      directUrl: url,
      get pid() {
        return server.pid();
      },
      async stop() {
        process.off("exit", atExit);
        await server.stop();
        unlock();
      },
    };
  } catch (error) {
    process.off("exit", atExit);
    unlock();
    throw error;
  }
}

/** The address of the server that another process runs on this folder; null when none does or it is not ready. */
export function connectRunning(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null;
  const home = realpathSync(dataDir);
  const folder = folderHolder(home) === null ? null : clusterFolder(home);
  if (!folder) return null;
  const server = findPostmaster(folder);
  return server?.ready ? urlOf(server.endpoint, folder) : null;
}

async function prepare(home: string, log: EmbeddedOptions["log"], durable: boolean): Promise<Launch> {
  const existing = clusterFolder(home);
  const account = carryOver(existing, home, serverAccount(existing ?? home, log), log);
  if (account) grantAccess(account, home);
  const binaries = findBinaries(account, () => (account ? fallbackFolder(account, log) : home), log);
  if (existing) checkVersion(existing);
  const { folder, settle } = existing
    ? { folder: existing, settle: () => undefined }
    : newClusterFolder(home, account, log);
  if (!existing) {
    await makeCluster(folder, binaries, account, durable);
    settle();
  }
  const endpoint: Endpoint =
    process.platform === "win32" ? { port: await freePort() } : { socket: socketFolder(folder, account) };
  return { binaries, account, folder, endpoint, durable, log };
}

async function start(launch: Launch): Promise<Postmaster> {
  const orphan = findPostmaster(launch.folder);
  if (orphan) {
    launch.log.warn(
      { pid: orphan.pid },
      "The PostgreSQL of a run that was killed still runs; it is stopped first",
    );
    await stopPostmaster(orphan.pid, launch);
  }
  clearStaleLocks(launch.folder, launch.endpoint);
  for (let tries = 1; ; tries++) {
    try {
      return await startPostmaster(launch);
    } catch (error) {
      // The backends of a killed server take a moment to exit and release its memory.
      if (tries === 20 || !String(error).includes("pre-existing shared memory block")) throw error;
      await wait(250);
    }
  }
}

function urlOf(endpoint: Endpoint, folder: string): string {
  if ("socket" in endpoint) {
    return `postgresql://parley@localhost:5432/parley?host=${encodeURIComponent(endpoint.socket)}`;
  }
  return `postgresql://parley:${clusterPassword(folder)}@127.0.0.1:${endpoint.port}/parley`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
