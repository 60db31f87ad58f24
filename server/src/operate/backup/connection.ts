import type { ClientBase } from "pg";
import { createPool } from "../../floor/database/pool.ts";
import type { Surroundings } from "./surroundings.ts";

/** Runs on one direct connection, which is closed when the signal aborts. */
export async function withConnection<Answer>(
  url: string,
  { log, signal }: Pick<Surroundings, "log" | "signal">,
  work: (client: ClientBase) => Promise<Answer>,
): Promise<Answer> {
  const pool = createPool(url, { log, name: "parley-backup", size: 1 });
  const client = await pool.connect();
  const end = () => client.release(true);
  signal.addEventListener("abort", end, { once: true });
  try {
    return await work(client);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", end);
    if (!signal.aborted) client.release(true);
    await pool.end();
  }
}
