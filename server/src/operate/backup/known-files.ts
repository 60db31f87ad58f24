/**
 * Records the files that were found, in a table of this session: however many there are, memory holds a thousand of
 * their keys.
 */
import type { ClientBase } from "pg";

const atOnce = 1000;

export type KnownFiles = {
  note(key: string): Promise<void>;
  /** The number of files that rows name and that were not found. */
  missing(): Promise<number>;
  /** The keys among these that were not found yet. */
  unknown(keys: string[]): Promise<string[]>;
};

/** Call this before a read-only transaction: that may fill the table, not create it. */
export async function createKnownFiles(client: ClientBase): Promise<KnownFiles> {
  await client.query("create temporary table known_file (key text primary key)");
  let waiting: string[] = [];
  const flush = async () => {
    const keys = waiting;
    waiting = [];
    await client.query("insert into known_file select unnest($1::text[]) on conflict do nothing", [keys]);
  };
  return {
    async note(key) {
      waiting.push(key);
      if (waiting.length >= atOnce) await flush();
    },
    async missing() {
      await flush();
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from (
          select storage_key as key from file where storage_key is not null
          union select thumbnail_key from file where thumbnail_key is not null
          except select key from known_file) as missing`,
      );
      return rows[0]?.count ?? 0;
    },
    async unknown(keys) {
      await flush();
      const { rows } = await client.query<{ key: string }>(
        "select unnest($1::text[]) as key except select key from known_file",
        [keys],
      );
      return rows.map(({ key }) => key);
    },
  };
}
