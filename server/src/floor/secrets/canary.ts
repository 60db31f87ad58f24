/**
 * A row that is sealed under APP_SECRET: it makes a start under another secret fail. Older versions do not know the
 * row.
 */
import type { Pool } from "pg";
import { commandLine } from "../config/command-words.ts";
import { OperatorError } from "../errors/operator-error.ts";
import type { Secrets } from "./secrets.ts";

const name = "canary";

type Asked = Pick<Pool, "query">;

/** True if the secret opens the row; null when there is no row yet. */
export async function opensCanary(database: Asked, secrets: Pick<Secrets, "open">): Promise<boolean | null> {
  const { rows } = await database.query<{ sealed: Buffer }>(
    "select sealed from server_secret where name = $1",
    [name],
  );
  const [row] = rows;
  if (!row) return null;
  try {
    return secrets.open(row.sealed) === name;
  } catch {
    // The row is sealed under another secret: that is the answer, not a failure.
    return false;
  }
}

export async function placeCanary(database: Asked, secrets: Pick<Secrets, "seal">): Promise<void> {
  await database.query("insert into server_secret (name, sealed) values ($1, $2) on conflict do nothing", [
    name,
    secrets.seal(name),
  ]);
}

/** Inserts the row when there is none. Throws OperatorError when the database belongs to another secret. */
export async function checkCanary(database: Asked, secrets: Secrets): Promise<void> {
  const opens = await opensCanary(database, secrets);
  if (opens) return;
  if (opens === null) await placeCanary(database, secrets);
  // Another process may have inserted its own a moment ago.
  if (!(await opensCanary(database, secrets))) throw new OperatorError(otherSecret);
}

const goOn =
  `If it is lost, ${commandLine} new-secret goes on without it: channels must then be connected again, ` +
  "second steps made anew, and browsers asked again for push messages.";

export const otherSecret = `APP_SECRET is not the one that this database was sealed under. Set it to that one. ${goOn}`;

export const lostSecret = (dataDir: string) =>
  `The database of ${dataDir} is there, and the secret it was sealed under is not: put the file app-secret back, from a backup ` +
  `(tar -xzOf FILE secret/app-secret), or set APP_SECRET. ${goOn}`;
