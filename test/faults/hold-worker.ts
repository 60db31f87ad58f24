import pg from "pg";
import { type Stage, until } from "./stage.ts";

/**
 * Acquires a lock that the worker waits for in the middle of its work, and returns what lets it go. `begin` starts the work once
 * the lock is held; `count` transactions wait for it in the end.
 */
export async function holdWorker(
  { desk }: Stage,
  lock: string,
  values: unknown[] = [],
  begin: () => Promise<void> = async () => undefined,
  count = 1,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: desk.databaseUrl() });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(lock, values);
    await begin();
    // `pg_stat_activity` would show the connections of the transaction's first look alone.
    const waiting =
      "select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))";
    const waits = async () => ((await client.query(waiting)).rowCount ?? 0) >= count;
    const never = await until("the worker is at work", waits, 60_000);
    if (never.length > 0) throw new Error(never.join());
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}
