import type { Scope } from "../database/scope.ts";
import type { StoredFile } from "./receive.ts";
import type { FileRow } from "./view.ts";

/** The row that names and describes what is in the store. */
export function insertFile(scope: Scope, ticketId: string, stored: StoredFile): Promise<FileRow> {
  return scope.db
    .insertInto("file")
    .values({
      company_id: scope.companyId,
      ticket_id: ticketId,
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

/** Whether a row names what is in the store under this key. */
export async function isKept(scope: Scope, storageKey: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom("file")
    .select("id")
    .where("company_id", "=", scope.companyId)
    .where("storage_key", "=", storageKey)
    .executeTakeFirst();
  return row !== undefined;
}
