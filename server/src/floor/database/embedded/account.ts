/** PostgreSQL refuses to run as root. When the app is root, its server runs under an ordinary account of the machine. */
import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Logger } from "pino";
import { OperatorError } from "../../errors/operator-error.ts";

export type Account = { uid: number; gid: number; name: string };

/** Nothing else on the machine runs as it, so nothing else can read the database. */
export const ownName = "parley-postgres";
/** The accounts to use when that one cannot be made. */
const spare = ["postgres", "nobody"];

/**
 * The account to run the server under, or null for the current one. A folder that already has an owner keeps it.
 * initdb needs a passwd entry, so a bare number will not do.
 */
export function serverAccount(folder: string | null, log: Pick<Logger, "info" | "warn">): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = folder ? statSync(folder).uid : 0;
  const account = (owner !== 0 && readAccounts().find(({ uid }) => uid === owner)) || ownAccount(log);
  if (account) return account;
  const other = spare.map(findAccount).find(Boolean);
  if (!other) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and the account ${ownName} could not be made. ` +
        "Start Parley as an ordinary user, add that account, or set DATABASE_URL.",
    );
  }
  log.warn(`The account ${ownName} could not be made: the database runs as ${other.name}`);
  return other;
}

/** The account, made when missing; null when that fails, as where /etc cannot be written. */
export function ownAccount(log: Pick<Logger, "info">): Account | null {
  const found = findAccount(ownName);
  if (found) return found;
  for (const [program, ...args] of waysToMake) {
    const { status } = spawnSync(program, args, { stdio: "ignore" });
    if (status === 0) log.info(`The account ${ownName} was made for the database`);
    // Another process may have been faster.
    const made = findAccount(ownName);
    if (made) return made;
  }
  return null;
}

/** The command of shadow, then BusyBox's. */
const waysToMake: [string, ...string[]][] = [
  [
    "useradd",
    ...["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"],
    ...["--shell", "/usr/sbin/nologin", ownName],
  ],
  ["adduser", "-S", "-D", "-H", "-h", "/nonexistent", "-s", "/sbin/nologin", ownName],
];

const findAccount = (name: string): Account | undefined =>
  readAccounts().find((account) => account.name === name);

function readAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 7)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/**
 * True if an account may enter a folder and all folders above it, by mode bits. Null is the current account, which may.
 */
export function hasAccess(account: Account | null, folder: string): boolean {
  if (!account) return true;
  let path = realpathSync(folder);
  for (;;) {
    const { uid, gid, mode } = statSync(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    const above = dirname(path);
    if (above === path) return true;
    path = above;
  }
}
