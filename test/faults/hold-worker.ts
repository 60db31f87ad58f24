import pg from "pg";
import { type Stage, until } from "./stage.ts";

/**
 * Takes a lock that the worker waits for in the middle of its work, and returns what lets it go. `begin` starts the work once
 * the lock is held.
 */
export async function holdWorker(
  { desk }: Stage,
  lock: string,
  values: unknown[] = [],
  begin: () => Promise<void> = async () => undefined,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: desk.databaseUrl() });
  await client.connect();
  await client.query("begin");
  await client.query(lock, values);
  await begin();
  const waits = async () => (await client.query("select 1 from pg_locks where not granted")).rows.length > 0;
  const never = await until("the worker is at work", waits, 60_000);
  if (never.length > 0) throw new Error(never.join());
  return () => client.end();
}
