import type { Context } from "../context.ts";
import { acrossCompanies, inCompany, type Scope } from "../database/scope.ts";
import { discardUpload } from "../files/receive.ts";

/** Milliseconds. */
const kept = 24 * 3_600_000;
const most = 500;

/** Removes uploads whose mail was never sent. */
export async function sweepMailFiles(context: Context): Promise<void> {
  const old = new Date(context.clock().getTime() - kept);
  const due = await acrossCompanies(context, (db) =>
    db
      .selectFrom("mail_upload")
      .select(["company_id", "file_id"])
      .where("created_on", "<=", old)
      .orderBy("created_on")
      .limit(most)
      .execute(),
  );
  for (const { company_id: companyId, file_id: id } of due) {
    const file = await inCompany(context, { kind: "desk", companyId }, (scope) => removeUpload(scope, id));
    if (file?.storage_key)
      await discardUpload(context, { storageKey: file.storage_key, thumbnailKey: file.thumbnail_key });
  }
}

/** Null when it was sent meanwhile. */
async function removeUpload({ db, companyId }: Scope, id: string) {
  const gone = await db
    .deleteFrom("mail_upload")
    .where("company_id", "=", companyId)
    .where("file_id", "=", id)
    .returning("file_id")
    .executeTakeFirst();
  if (!gone) return null;
  return db
    .deleteFrom("file")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returning(["storage_key", "thumbnail_key"])
    .executeTakeFirst();
}
