/** Moves a database that runs under the system's `postgres` to its own account. */
import { lchownSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Logger } from "pino";
import { type Account, hasAccess, ownAccount } from "./account.ts";
import { grantAccess } from "./place.ts";
import { findPostmaster } from "./postmaster.ts";

/**
 * Returns the account to run the cluster under. Its files change owner only while no server uses them; the folder
 * itself comes last, so an interrupted start is completed by the next.
 */
export function carryOver(
  cluster: string | null,
  home: string,
  holder: Account | null,
  log: Pick<Logger, "info">,
): Account | null {
  if (!cluster || holder?.name !== "postgres" || findPostmaster(cluster)) return holder;
  const own = ownAccount(log);
  if (!own) return holder;
  grantAccess(own, home);
  if (!hasAccess(own, dirname(cluster))) {
    grantAccess(holder, home);
    return holder;
  }
  changeOwner(cluster, holder, own);
  log.info({ folder: cluster }, `The database now belongs to the account ${own.name}`);
  return own;
}

/** Only files of that one account change; links are changed themselves, never followed. */
function changeOwner(path: string, from: Account, to: Account): void {
  const found = lstatSync(path);
  if (found.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), from, to);
  if (found.uid === from.uid) lchownSync(path, to.uid, to.gid);
}
