/** Which files the rows of a snapshot name, in a table of this session. */
import type { ClientBase } from "pg";

export type NamedFiles = {
  /** To be called in the snapshot. */
  collect(): Promise<void>;
  /** Those of the keys that a row names. */
  among(keys: string[]): Promise<Set<string>>;
};

/** To be called before a transaction that is read only: it may fill the table, not make it. */
export async function createNamedFiles(client: ClientBase): Promise<NamedFiles> {
  await client.query("create temporary table named_file (key text primary key)");
  return {
    async collect() {
      await client.query(
        `insert into named_file
          select storage_key from file where storage_key is not null
          union select thumbnail_key from file where thumbnail_key is not null
          union select company_id || replace(profile_pic, '.webp', '') from agent where profile_pic like '/pictures/%'
          union select company_id || replace(picture, '.webp', '') from client where picture like '/pictures/%'`,
      );
      await client.query("analyze named_file");
    },
    async among(keys) {
      const { rows } = await client.query<{ key: string }>(
        "select key from named_file where key = any($1::text[])",
        [keys],
      );
      return new Set(rows.map(({ key }) => key));
    },
  };
}
