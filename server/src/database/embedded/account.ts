/** PostgreSQL refuses to run as root. When the app is root, its server runs under an ordinary account of the machine. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

export type Account = { uid: number; gid: number; name: string };

/** In order: an account made for PostgreSQL, then the one that owns nothing. */
const candidates = ["postgres", "nobody"];

/**
 * The account to run the server under, or null to run it as oneself. A folder that already belongs to someone keeps
 * its owner. initdb needs an entry in the passwd file, so a bare number will not do.
 */
export function serverAccount(folder: string | null): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const owner = folder ? statSync(folder).uid : 0;
  const found =
    accounts.find(({ uid }) => uid !== 0 && uid === owner) ??
    candidates.map((name) => accounts.find((account) => account.name === name)).find(Boolean);
  if (!found) {
    throw new Error(
      `PostgreSQL does not run as root and this machine has no account ${candidates.join(" or ")}. ` +
        "Start Parley as an ordinary user, add such an account, or set DATABASE_URL.",
    );
  }
  return found;
}

function readAccounts(): Account[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 7)
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Whether an account may enter a folder and every folder above it, by mode bits. Null is oneself, who may. */
export function canEnter(account: Account | null, folder: string): boolean {
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
