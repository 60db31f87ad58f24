/** Tells whether PostgreSQL has room to write. A read does not show it: the first refused write does. */
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** What this process knows of the disk: `refused` since a write of any of its parts found no room. */
export type DiskRoom = { refused: boolean };

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: disk_full */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === "53100";

/** Remembers a refused write: from then on `checkRoom` tests. */
export function noteDiskFull(room: DiskRoom, error: unknown): void {
  room.refused ||= isDiskFull(error);
}

/**
 * Throws while there is no room. After a refused write it writes 1 MB to a table that ends with its transaction, since
 * a small row may fit into an existing page. A refused file makes it ask as well, and the database answers: where files
 * have a disk of their own, messages go on.
 */
export async function checkRoom({
  database,
  diskRoom,
}: {
  database: Kysely<Database>;
  diskRoom: DiskRoom;
}): Promise<void> {
  if (!diskRoom.refused) return;
  await database.transaction().execute(async (db) => {
    await sql`create temp table room_on_disk on commit drop as
      select gen_random_uuid() as filler from generate_series(1, 30000)`.execute(db);
  });
  diskRoom.refused = false;
}
