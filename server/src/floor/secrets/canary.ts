/**
 * A row that is sealed under APP_SECRET: it makes a start under another secret fail. Older versions do not know the
 * row.
 */
import type { Pool } from "pg";
import { commandLine } from "../config/command-words.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { isSealed, type Secrets } from "./secrets.ts";

const name = "canary";

type Asked = Pick<Pool, "query" | "connect">;
type Opener = Pick<Secrets, "open">;

/** True if this database belongs to the secret; null when nothing in it is sealed yet. */
export async function fitsSecret(pool: Asked, secrets: Opener): Promise<boolean | null> {
  return (await opensCanary(pool, secrets)) ?? opensOlder(pool, secrets);
}

/** Null when there is no row yet. */
async function opensCanary(pool: Asked, secrets: Opener): Promise<boolean | null> {
  const { rows } = await pool.query<{ sealed: Buffer }>("select sealed from server_secret where name = $1", [
    name,
  ]);
  const [row] = rows;
  return row ? opens(secrets, row.sealed) === name : null;
}

/** Null: the value is sealed under another secret, which is the answer and no failure. */
function opens(secrets: Opener, sealed: Buffer): string | null {
  try {
    return secrets.open(sealed);
  } catch {
    return null;
  }
}

/**
 * Tries what earlier versions sealed, the newest first: under the present secret one of them opens. Null when there is
 * nothing: `new-secret` and a restore without the secret delete such values, or mark their channel.
 */
async function opensOlder(pool: Asked, secrets: Opener): Promise<boolean | null> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("set local role parley_system");
    const { rows } = await client.query<{ sealed: Buffer }>(`
      (select credentials as sealed from channel where removed_on is null
        and broken_reason ->> 'code' is distinct from 'restored_without_secret' order by created_on desc limit 50)
      union all (select sealed from two_step order by created_on desc limit 50)
      union all (select sealed from server_secret order by created_on desc limit 50)`);
    const found = rows.filter(({ sealed }) => isSealed(sealed));
    return found.length === 0 ? null : found.some(({ sealed }) => opens(secrets, sealed) !== null);
  } finally {
    // The transaction ends with its connection.
    client.release(true);
  }
}

export async function placeCanary(
  database: Pick<Pool, "query">,
  secrets: Pick<Secrets, "seal">,
): Promise<void> {
  await database.query("insert into server_secret (name, sealed) values ($1, $2) on conflict do nothing", [
    name,
    secrets.seal(name),
  ]);
}

/** Inserts the row when there is none. Throws OperatorError when the database belongs to another secret. */
export async function checkCanary(pool: Asked, secrets: Secrets): Promise<void> {
  const there = await opensCanary(pool, secrets);
  if (there) return;
  if (there === false || (await opensOlder(pool, secrets)) === false) throw new OperatorError(otherSecret);
  await placeCanary(pool, secrets);
  // Another process may have inserted its own a moment ago.
  if (!(await opensCanary(pool, secrets))) throw new OperatorError(otherSecret);
}

const goOn =
  `If it is lost, ${commandLine} new-secret goes on without it: channels must then be connected again, ` +
  "second steps made anew, and browsers asked again for push messages.";

export const otherSecret = `APP_SECRET is not the one that this database was sealed under. Set it to that one. ${goOn}`;

export const lostSecret = (dataDir: string) =>
  `The database of ${dataDir} is there, and the secret it was sealed under is not: put the file app-secret back, from a backup ` +
  `(tar -xzOf FILE secret/app-secret), or set APP_SECRET. ${goOn}`;
