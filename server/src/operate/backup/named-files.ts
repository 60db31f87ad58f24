/** Lists the files that the rows of a snapshot name, in a table of this session. */
import type { ClientBase } from "pg";

export type NamedFiles = {
  /** Call this within the snapshot. */
  collect(): Promise<void>;
  /** The keys among these that a row names. */
  among(keys: string[]): Promise<Set<string>>;
};

/** A picture's path is the end of its key. A database of an earlier version lacks some of the columns. */
function collecting(table: string, column: string): string {
  const isKey = table === "file";
  return `insert into named_file
    select ${isKey ? column : `company_id || replace(${column}, '.webp', '')`} from ${table}
    where ${isKey ? `${column} is not null` : `${column} like '/pictures/%'`} on conflict do nothing`;
}

/** Call this before a read-only transaction: that may fill the table, not create it. */
export async function createNamedFiles(client: ClientBase): Promise<NamedFiles> {
  await client.query("create temporary table named_file (key text primary key)");
  return {
    async collect() {
      const { rows } = await client.query<{ table: string; column: string }>(
        `select table_name as table, column_name as column from information_schema.columns
          where table_schema = 'public' and (table_name, column_name) in
            (('file', 'storage_key'), ('file', 'thumbnail_key'), ('agent', 'profile_pic'), ('client', 'picture'))`,
      );
      for (const { table, column } of rows) await client.query(collecting(table, column));
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
