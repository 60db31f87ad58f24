import type { Context } from "../floor/context.ts";
import type { Scope } from "../floor/database/scope.ts";
import { hasCopies } from "./copy-rows.ts";
import { discardUpload } from "./receive.ts";

/** Removes a file's row with the entry that had it; its bytes go after the commit, unless a copy names them. */
export async function removeFileRow(context: Context, scope: Scope, id: string): Promise<void> {
  const file = await scope.db
    .deleteFrom("file")
    .where("company_id", "=", scope.companyId)
    .where("id", "=", id)
    .returning(["id", "copy_of", "storage_key", "thumbnail_key"])
    .executeTakeFirst();
  const key = file?.storage_key;
  if (!key || (await hasCopies(scope, file))) return;
  scope.afterCommit(() => {
    discardUpload(context, { storageKey: key, thumbnailKey: file.thumbnail_key }).catch((error) =>
      context.log.warn({ err: error, key }, "A deleted file was not removed"),
    );
  });
}
