/** Locates the database of a data folder: inside it, unless the server's account cannot get there. */
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { OperatorError } from "../../errors/operator-error.ts";
import { type Account, hasAccess } from "./account.ts";

/** Linux allows 107 bytes for a socket's path, macOS 103. */
const longestSocketPath = 100;

/** The cluster's folder; it need not exist yet. */
export function clusterFolder(dataDir: string): string | null {
  const inside = join(dataDir, "postgres");
  if (existsSync(inside)) return inside;
  const note = notePath(dataDir);
  if (!existsSync(note)) return null;
  const outside = readFileSync(note, "utf8").trim();
  if (existsSync(outside)) return outside;
  throw new OperatorError(
    `The database of ${dataDir} was kept in ${outside}, which is gone. Put it back, ` +
      `or remove ${note} to begin with an empty one.`,
  );
}

/**
 * Gives the account access to root's closed data folder, through a group that only another such account used before.
 */
export function grantAccess(account: Account, dataDir: string) {
  const { uid, mode } = statSync(dataDir);
  const closed = [0, 0o010].includes(mode & 0o077);
  if (uid !== 0 || !closed || !hasAccess(account, dirname(dataDir))) return;
  chownSync(dataDir, 0, account.gid);
  chmodSync(dataDir, 0o710);
}

/** A folder for a new cluster. `settle` is called once the cluster is complete, so that an unfinished one is never found. */
export function newClusterFolder(
  dataDir: string,
  account: Account | null,
  log: Pick<Logger, "info" | "warn">,
) {
  if (hasAccess(account, dataDir)) return { folder: join(dataDir, "postgres"), settle: () => undefined };
  const folder = join(fallbackFolder(account, log), randomBytes(6).toString("hex"));
  const note = notePath(dataDir);
  log.info(
    { folder, note },
    `The database lives in ${folder}: the account ${account?.name} cannot enter ${dataDir}`,
  );
  return { folder, settle: () => writeFileSync(note, `${folder}\n`, { flush: true }) };
}

const notePath = (dataDir: string) => join(dataDir, "postgres.path");

/** A folder of root's that the account can enter. */
export function fallbackFolder(account: Account | null, log: Pick<Logger, "warn">): string {
  for (const folder of ["/var/lib/parley", join(tmpdir(), "parley"), "/tmp/parley"]) {
    if (!owned(folder, 0, 0o755) || !hasAccess(account, folder)) continue;
    if (folder !== "/var/lib/parley") {
      log.warn(
        { folder },
        "The database lives in a temporary folder, which a restart of the machine may empty",
      );
    }
    return folder;
  }
  throw new OperatorError(
    `There is no folder that the account ${account?.name} can enter. Set DATA_DIR to one.`,
  );
}

/**
 * The socket lies beside the data, whose folder is closed to others; in a temporary folder when that path is too long
 * for a socket.
 */
export function socketFolder(cluster: string, account: Account | null): string {
  if (fits(cluster)) return cluster;
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  // The name includes the account: the folder of one is closed to another.
  const name = `parley-${createHash("sha256").update(`${cluster} ${uid}`).digest("hex").slice(0, 12)}`;
  for (const above of [tmpdir(), "/tmp"]) {
    const folder = join(realpathSync(above), name);
    if (fits(folder) && hasAccess(account, above) && owned(folder, uid, 0o700)) return folder;
  }
  throw new OperatorError(
    `No folder for PostgreSQL's socket: ${cluster} is too long a path and ${tmpdir()} cannot be used.`,
  );
}

const fits = (folder: string) => Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= longestSocketPath;

/** Creates a folder unless it exists. False when it has another owner or is writable by others. */
function owned(folder: string, uid: number, mode: number): boolean {
  try {
    if (mkdirSync(folder, { recursive: true, mode }) !== undefined) {
      chmodSync(folder, mode);
      if (process.getuid?.() === 0) chownSync(folder, uid, -1);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "EROFS" || code === "EEXIST" || code === "ENOTDIR") return false;
    throw error;
  }
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0;
}
