/**
 * Locks a data folder for one process. The lock survives kill -9: it names its holder, and is void once that process is
 * gone.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "../../errors/operator-error.ts";
import { processIdentity } from "./processes.ts";

type Holder = { pid: number; identity: string };

export class AlreadyRunningError extends OperatorError {
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `Parley is already running on this data folder (pid ${pid}): ${dataDir}\n` +
        "Stop that process first, or give this one another DATA_DIR.",
    );
    this.pid = pid;
  }
}

/** Returns a function that unlocks. Throws AlreadyRunningError while another live process holds the folder. */
export function lockFolder(dataDir: string): () => void {
  const path = lockPath(dataDir);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
  try {
    // The link makes the file appear whole or not at all, and only one of two that try at once succeeds.
    while (!link(draft, path)) removeStale(dataDir, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** The living process that holds a data folder, or null. */
export function folderHolder(dataDir: string): number | null {
  const holder = read(lockPath(dataDir));
  return holder && processIdentity(holder.pid) === holder.identity ? holder.pid : null;
}

const lockPath = (dataDir: string) => join(dataDir, "parley.lock");

function removeStale(dataDir: string, path: string) {
  const holder = folderHolder(dataDir);
  if (holder !== null) throw new AlreadyRunningError(dataDir, holder);
  // The file is renamed before it is removed: if another start was quicker, it is that start's fresh lock, and is moved
  // back.
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  const moved = read(aside);
  const alive = moved !== null && processIdentity(moved.pid) === moved.identity;
  if (alive) link(aside, path);
  rmSync(aside);
  if (alive) throw new AlreadyRunningError(dataDir, moved.pid);
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
