import { withDeleted } from "../floor/database/deleted.ts";
import type { Scope } from "../floor/database/scope.ts";
import type { StoredFile } from "./receive.ts";
import type { FileRow } from "./view.ts";

/** A file belongs to a ticket or to a private chat; one for a mail that is being written belongs to nothing yet, and one of a shared bubble to the bubble. */
export type FileOwner = { ticket_id: string | null } | { private_chat_id: string };

/** The row that names and describes a stored file. */
export function insertFile(scope: Scope, owner: FileOwner, stored: StoredFile): Promise<FileRow> {
  return scope.db
    .insertInto("file")
    .values({
      company_id: scope.companyId,
      ...owner,
      created_on: scope.now,
      state: "ready",
      name: stored.name,
      size: stored.size,
      media_type: stored.mediaType,
      width: stored.width,
      height: stored.height,
      duration_ms: stored.durationMs,
      waveform: stored.waveform,
      storage_key: stored.storageKey,
      thumbnail_key: stored.thumbnailKey,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** True if a row uses this storage key, also one of a deleted ticket. */
export async function isReferenced(scope: Scope, storageKey: string): Promise<boolean> {
  const row = await withDeleted(scope, () =>
    scope.db
      .selectFrom("file")
      .select("id")
      .where("company_id", "=", scope.companyId)
      .where("storage_key", "=", storageKey)
      .executeTakeFirst(),
  );
  return row !== undefined;
}
