/** Tells whether PostgreSQL has room to write. A read does not show it: the first refused write does. */
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

let seen = false;

/** Recognises a full disk and remembers it: from then on `checkRoom` tests. */
export function isDiskFull(error: unknown): boolean {
  // https://www.postgresql.org/docs/18/errcodes-appendix.html: disk_full
  const full = error instanceof Error && (error as NodeJS.ErrnoException).code === "53100";
  seen ||= full;
  return full;
}

/**
 * Throws while there is no room. After a refused write it writes 1 MB to a table that ends with its transaction, since
 * a small row may fit into an existing page.
 */
export async function checkRoom(database: Kysely<Database>): Promise<void> {
  if (!seen) return;
  await database.transaction().execute(async (db) => {
    await sql`create temp table room_on_disk on commit drop as
      select gen_random_uuid() as filler from generate_series(1, 30000)`.execute(db);
  });
  seen = false;
}
